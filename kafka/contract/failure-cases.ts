import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect } from 'vitest';
import { openKafka } from '../kafka.ts';
import type { KafkaTarget } from '../target.ts';
import { type BrokerUnderTest, targetOf } from './broker-under-test.ts';
import type { Case } from './case.ts';
import { anywhere, failureOf, newName } from './on-broker.ts';

/** Returns why a connection fails. */
const whyNot = async (
  broker: BrokerUnderTest,
  target: Partial<KafkaTarget>,
  policy = anywhere as (host: string) => Promise<string | undefined>,
) => {
  const opened = openKafka({ ...targetOf(broker), ...target }, policy);
  return await failureOf(opened.then((kafka) => kafka.close()));
};

const works = async (broker: BrokerUnderTest, target: Partial<KafkaTarget>) => {
  const kafka = await openKafka({ ...targetOf(broker), ...target }, anywhere);
  try {
    return (await kafka.cluster()).hasAcls;
  } finally {
    await kafka.close();
  }
};

export const failureCases: readonly Case[] = [
  [
    'over TLS it works only with its authority',
    async (broker) => {
      const tls: Partial<KafkaTarget> = { servers: broker.tls, protocol: 'SASL_SSL' };
      expect(await works(broker, { ...tls, authorities: [broker.authority] })).toBe(true);
      expect(await whyNot(broker, tls)).toMatchObject({ code: 'kafka.untrusted', parameters: { host: broker.tls } });
    },
  ],
  [
    'TLS and none are told apart',
    async (broker) => {
      expect((await whyNot(broker, { protocol: 'SASL_SSL' })).code).toBe('kafka.no-tls');
      expect((await whyNot(broker, { servers: broker.tls })).code).toBe('kafka.tls-needed');
    },
  ],
  [
    'a login is asked for, in the way and with the password that the broker wants',
    async (broker) => {
      expect((await whyNot(broker, { protocol: 'PLAINTEXT', login: undefined })).code).toBe('kafka.login-needed');
      const login = { user: broker.user, password: broker.password };
      const other = await whyNot(broker, { login: { ...login, mechanism: 'PLAIN' } });
      expect(other).toMatchObject({ code: 'kafka.mechanism-refused', parameters: { mechanism: 'PLAIN' } });
      const wrong = await whyNot(broker, { login: { ...login, mechanism: 'SCRAM-SHA-512', password: 'wrong' } });
      expect(wrong).toMatchObject({ code: 'kafka.login-refused', parameters: { user: broker.user } });
      const unknown = await whyNot(broker, { login: { ...login, mechanism: 'SCRAM-SHA-512', user: 'nobody' } });
      expect(unknown.code).toBe('kafka.login-refused');
    },
  ],
  [
    'the first broker of several that answers is taken',
    async (broker) => {
      expect(await works(broker, { servers: `127.0.0.1:1, ${broker.plain}` })).toBe(true);
      expect(await whyNot(broker, { servers: '127.0.0.1:1,127.0.0.1:2' })).toEqual({
        code: 'kafka.unreachable',
        parameters: { host: '127.0.0.1:1', reason: 'ECONNREFUSED' },
      });
      expect((await whyNot(broker, { servers: 'nobody.invalid:9092' })).code).toBe('kafka.unreachable');
    },
  ],
  [
    'no broker is asked where none may be, and none that is pointed to',
    async (broker) => {
      expect((await whyNot(broker, {}, async () => 'resource.address-refused')).code).toBe('kafka.place-refused');
      const here = broker.plain.replace('127.0.0.1', 'localhost');
      const kafka = await openKafka({ ...targetOf(broker), servers: here }, async (host) =>
        host === 'localhost' ? undefined : 'resource.address-refused',
      );
      const made = await failureOf(kafka.createTopic({ name: newName('elsewhere') }));
      expect(made).toEqual({ code: 'kafka.place-refused', parameters: { host: broker.plain } });
      await kafka.close();
    },
  ],
  [
    'what is no Kafka is not waited for',
    async (broker) => {
      const server = createServer((socket) => {
        socket
          .on('error', () => {})
          .on('data', () => socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n'));
      }).listen(0, '127.0.0.1');
      await once(server, 'listening');
      const { port } = server.address() as AddressInfo;
      const failure = await whyNot(broker, { servers: `127.0.0.1:${port}` });
      expect(['kafka.no-kafka', 'kafka.unreachable', 'kafka.failed']).toContain(failure.code);
      server.close();
    },
  ],
];
