import { describe, expect, it } from 'vitest';
import type { RevealedSubscription } from '#domain/event-subscription/schema.ts';
import { configOf, kafkaClients } from './client-config.ts';

const revealed: RevealedSubscription = {
  kafkaUserId: 'portico-0a1b2c3d-12.1',
  kafkaPassword: 'a"quote\\and-more',
  address: 'one.example:9093,two.example:9093',
  environment: 'DEV',
  securityProtocol: 'SASL_SSL',
  mechanism: 'SCRAM-SHA-512',
  topicName: 'orders',
  writes: true,
  group: { pattern: 'prefixed', name: 'portico-0a1b2c3d-12.' },
  authorities: '-----BEGIN CERTIFICATE-----',
};

describe('the configuration of a client', () => {
  it.each(kafkaClients)(
    'of %s has the address, the user and the topic, and no password in an address or a command',
    (name) => {
      const text = configOf(name, revealed);
      for (const part of ['one.example:9093', revealed.kafkaUserId, 'orders', 'kafka-ca.pem'])
        expect(text).toContain(part);
      expect(text).not.toMatch(/:\/\/[^\s]*quote/);
      for (const line of text.split('\n').filter((each) => /^#? ?(kcat|echo)/.test(each)))
        expect(line).not.toContain('quote');
    },
  );

  it('escapes what the password has, where the language would read it', () => {
    expect(configOf('kafkajs', revealed)).toContain(String.raw`password: "a\"quote\\and-more"`);
    expect(configOf('python', revealed)).toContain(String.raw`"sasl.password": "a\"quote\\and-more"`);
    expect(configOf('java', revealed)).toContain(String.raw`password="a\\"quote\\\\and-more";`);
    expect(configOf('kcat', revealed)).toContain(String.raw`sasl.password=a"quote\and-more`);
  });

  it.each(kafkaClients)('of %s calls the client by its login, by which an old one is recognized', (name) => {
    expect(configOf(name, revealed)).toMatch(/client\.?id"?[:=] ?"?portico-0a1b2c3d-12\.1"?,?$/im);
  });

  it('reads only, or writes only, as the login may', () => {
    const reader = { ...revealed, writes: false, group: { pattern: 'literal', name: 'till' } } as const;
    const writer = { ...revealed, group: null };
    for (const name of ['kafkajs', 'python'] as const) {
      expect(configOf(name, reader)).toContain('"till"');
      expect(configOf(name, reader)).not.toMatch(/producer/i);
      expect(configOf(name, writer)).not.toMatch(/consumer/i);
    }
    expect(configOf('java', writer)).not.toContain('group.id');
    expect(configOf('kcat', writer)).not.toContain('-G');
  });

  it('names no file of authorities where the usual ones are enough, and no TLS where there is none', () => {
    for (const name of kafkaClients) {
      expect(configOf(name, { ...revealed, authorities: '' })).not.toContain('kafka-ca.pem');
      expect(configOf(name, { ...revealed, securityProtocol: 'SASL_PLAINTEXT' })).not.toContain('kafka-ca.pem');
    }
    expect(configOf('kafkajs', { ...revealed, authorities: '' })).toContain('ssl: true');
  });
});
