import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { readSettings, SettingsError } from './settings.ts';

const good = {
  DATABASE_URL: 'postgres://app:app@localhost:5432/portico',
  PORTICO_KEY: randomBytes(32).toString('base64'),
};

const failure = (env: Record<string, string>, required: Parameters<typeof readSettings>[1] = []): string => {
  try {
    readSettings(env, required);
  } catch (error) {
    expect(error).toBeInstanceOf(SettingsError);
    return (error as Error).message;
  }
  throw new Error('the settings were accepted');
};

test('needs two variables; the others have defaults', () => {
  const settings = readSettings(good);
  expect(settings).toMatchObject({
    PUBLIC_URL: `http://localhost:${settings.PORT}`,
    MIGRATION_DATABASE_URL: good.DATABASE_URL,
    LOG_LEVEL: 'info',
    INTERNAL_EMAIL_DOMAINS: [],
  });
  expect(settings.PORTICO_KEY).toHaveLength(32);
});

test('takes an empty variable for absent, and splits lists', () => {
  const settings = readSettings({ ...good, REDIS_URL: '', INTERNAL_EMAIL_DOMAINS: 'Portico.example, corp.example' });
  expect(settings.REDIS_URL).toBeUndefined();
  expect(settings.INTERNAL_EMAIL_DOMAINS).toEqual(['portico.example', 'corp.example']);
});

test('takes no white space from the ends of a line, and no slash from the end of PUBLIC_URL', () => {
  const settings = readSettings({
    ...good,
    OIDC_CLIENT_SECRET: ' a-secret-of-the-test\r',
    PORT: '3001\r',
    PUBLIC_URL: 'https://Portal.example:443/\r',
    REDIS_URL: '\r',
  });
  expect(settings).toMatchObject({ OIDC_CLIENT_SECRET: 'a-secret-of-the-test', PORT: 3001 });
  expect(settings.PUBLIC_URL).toBe('https://portal.example');
  expect(settings.REDIS_URL).toBeUndefined();
});

describe('refuses a value with a sentence of its own', () => {
  test.each([
    ['PUBLIC_URL', 'https://portal.example/canary', 'must be an address without a path'],
    ['PUBLIC_URL', 'https://portal.example/?canary', 'must be an address without a path'],
    ['PUBLIC_URL', 'https://canary:canary@portal.example', 'must be an address without a path'],
    ['PUBLIC_URL', 'portal.example', 'must be an http(s):// address'],
    ['PUBLIC_URL', '"https://portal.example"', 'must be an http(s):// address'],
    ['OIDC_ISSUER', 'https://canary.example/.well-known/openid-configuration', 'must be the issuer'],
    ['OIDC_ISSUER', 'https://canary.example/realms/a#b', 'must be an address without ? and #'],
    ['INTERNAL_EMAIL_DOMAINS', '@canary.example', 'must be mail domains (acme.example) without @'],
    ['INTERNAL_EMAIL_DOMAINS', 'acme.example,ada@canary.example', 'must be mail domains'],
    ['INTERNAL_EMAIL_DOMAINS', '*.canary.example', 'must be mail domains'],
    ['INTERNAL_EMAIL_DOMAINS', 'https://canary.example', 'must be mail domains'],
    ['INTERNAL_EMAIL_DOMAINS', 'acme.example canary.example', 'must be mail domains'],
    ['TRAIL_URL', 'http://canary.example/trail', 'must be an https:// address'],
    ['TRAIL_URL', 'https://canary:canary@logs.example/trail', 'must be an https:// address without user'],
    ['TRAIL_TOKEN', 'canary of the\ttest', 'must be 16 to 4096 printable characters'],
    ['TRAIL_SYSLOG', 'udp://canary.example:514', 'must be a syslog+tls:// or syslog+tcp:// address'],
    ['TRAIL_SYSLOG', 'syslog+tls://canary.example:6514/path', 'must be a host and a port only'],
    ['UPSTREAM_ALLOW', 'canary.example', 'must be host:port or *.zone:port'],
    ['UPSTREAM_ALLOW', 'https://canary.example:443', 'must be host:port'],
    ['UPSTREAM_ALLOW', 'canary.example:443/path', 'must be host:port'],
    ['UPSTREAM_ALLOW', 'canary.example:70000', 'must be host:port'],
    ['UPSTREAM_ALLOW', 'canary.example:', 'must be host:port'],
    ['UPSTREAM_ALLOW', '*:443', 'must be host:port'],
    ['UPSTREAM_ALLOW', '2001:db8::1', 'must be host:port'],
    ['UPSTREAM_REFUSE_NAMES', '*.canary.example', 'must be names'],
    ['UPSTREAM_REFUSE_NAMES', 'canary.example:80', 'must be names'],
    ['PORT', 'canary', 'must be a whole number from 1 to 65535'],
    ['PORT', '0x50', 'must be a whole number from 1 to 65535'],
    ['PORT', '65536', 'must be a whole number from 1 to 65535'],
    ['WORKER_CONCURRENCY', '1.5', 'must be a whole number from 1 to 64'],
    ['CALL_LIMIT_FACTOR', '1,5', 'must be a number from 0.1 to 1000'],
    ['LOG_LEVEL', 'canary', 'must be one of fatal, error'],
    ['PORTICO_ENVIRONMENT', 'production', 'must be one of local, dev, test, uat, prod'],
    ['OIDC_SIGNING_ALGORITHM', 'HS256', 'must be one of RS256'],
  ])('%s=%s', (name, value, sentence) => {
    const message = failure({ ...good, [name]: value });
    expect(message).toContain(`  ${name}: ${sentence}`);
    expect(message).not.toContain('canary');
    // No words of the library, such as "Invalid input: expected number, received NaN".
    expect(message).not.toMatch(/invalid|expected|received|too (small|big)/i);
  });

  test('takes what looks like it and is right', () => {
    const allowed = 'localhost:8080,*.svc.cluster.local:8080,10.0.0.1:80,[2001:db8::1]:443,my_service:80';
    const settings = readSettings({ ...good, UPSTREAM_ALLOW: allowed, UPSTREAM_REFUSE_NAMES: 'internal,corp.example' });
    expect(settings.UPSTREAM_ALLOW).toEqual(allowed.split(','));
    expect(readSettings({ ...good, CALL_LIMIT_FACTOR: '0.5' }).CALL_LIMIT_FACTOR).toBe(0.5);
    expect(readSettings({ ...good, OIDC_ISSUER: 'https://a.example/o/b/' }).OIDC_ISSUER).toBe('https://a.example/o/b/');
  });
});

test('takes tokens of both types unless OIDC_ACCESS_TOKEN_TYPES says one', () => {
  expect(readSettings(good).OIDC_ACCESS_TOKEN_TYPES).toEqual(['at+jwt', 'jwt']);
  expect(readSettings({ ...good, OIDC_ACCESS_TOKEN_TYPES: 'AT+JWT' }).OIDC_ACCESS_TOKEN_TYPES).toEqual(['at+jwt']);
  for (const wrong of ['canary', 'JWT,canary', ',', 'logout+jwt'])
    expect(failure({ ...good, OIDC_ACCESS_TOKEN_TYPES: wrong })).toContain('OIDC_ACCESS_TOKEN_TYPES: must be at+jwt');
});

test('listens on this machine only unless LISTEN_HOST says otherwise', () => {
  expect(readSettings(good).LISTEN_HOST).toBe('127.0.0.1');
  for (const host of ['::', '0.0.0.0', 'portal.example', '10.0.0.7'])
    expect(readSettings({ ...good, LISTEN_HOST: host }).LISTEN_HOST).toBe(host);
  expect(failure({ ...good, LISTEN_HOST: 'http://canary' })).toContain('LISTEN_HOST: must be an address');
});

test('takes the address of KurrentDB, and says what is wrong with one without showing it', () => {
  const url = 'esdb://portico:secret@log.example:2113?tls=true';
  expect(readSettings({ ...good, EVENTSTORE_URL: url })).toMatchObject({
    EVENTSTORE_URL: url,
    EVENTSTORE_PREFIX: 'portico',
  });
  expect(readSettings({ ...good, EVENTSTORE_URL: '' }).EVENTSTORE_URL).toBeUndefined();
  const refused = failure({ ...good, EVENTSTORE_URL: 'kurrentdb://portico:canary@log.example' });
  expect(refused).toContain('  EVENTSTORE_URL: must be esdb://');
  expect(refused).not.toContain('canary');
  for (const prefix of ['$canary', 'canary.', 'Canary'])
    if (prefix !== '')
      expect(failure({ ...good, EVENTSTORE_PREFIX: prefix })).toContain('  EVENTSTORE_PREFIX: must be');
});

test('sends mails from the host of PUBLIC_URL unless MAIL_FROM says otherwise', () => {
  expect(readSettings({ ...good, PUBLIC_URL: 'https://portal.example' }).MAIL_FROM).toBe(
    'Portico <portico@portal.example>',
  );
  expect(readSettings({ ...good, MAIL_FROM: 'Acme <api@acme.example>' }).MAIL_FROM).toBe('Acme <api@acme.example>');
  for (const [name, value] of [
    ['SMTP_URL', 'http://canary'],
    ['MAIL_FROM', 'canary'],
    ['MAIL_FROM', 'A <a@b.example>\r\nBcc: canary@c.example'],
  ] as const)
    expect(failure({ ...good, [name]: value })).toMatch(new RegExp(`${name}: must`));
});

test('B8: names all wrong variables at once, and no value', () => {
  const message = failure(
    {
      DATABASE_URL: 'mysql://canary',
      PORTICO_KEY: 'canary',
      PORT: 'canary',
      REDIS_URL: 'http://canary',
      LOG_LEVEL: 'canary',
      TRUSTED_PROXIES: '10.0.0.1, canary',
    },
    ['OIDC_ISSUER'],
  );
  for (const name of [
    'DATABASE_URL',
    'PORTICO_KEY',
    'PORT',
    'REDIS_URL',
    'LOG_LEVEL',
    'TRUSTED_PROXIES',
    'OIDC_ISSUER',
  ])
    expect(message).toContain(`${name}:`);
  expect(message).not.toContain('canary');
});

describe('B8: refuses a sample key and a weak key', () => {
  test.each([
    ['none', ''],
    ['all zeros', Buffer.alloc(32).toString('base64')],
    ['one byte repeated', Buffer.alloc(32, 0xa7).toString('base64')],
    ['a sequence', Buffer.from(Array.from({ length: 32 }, (_, index) => index)).toString('base64')],
    ['text', Buffer.from('change-me-change-me-change-me-ab').toString('base64')],
    ['too short', randomBytes(16).toString('base64')],
    ['no base64', '*'.repeat(44)],
  ])('%s', (_, key) => {
    expect(failure({ ...good, PORTICO_KEY: key })).toMatch(/PORTICO_KEY: (is|must)/);
  });

  test('accepts each random key', () => {
    for (let index = 0; index < 500; index += 1)
      readSettings({ ...good, PORTICO_KEY: randomBytes(32).toString('base64') });
  });
});

test('ends a process with wrong settings at once, and says what is wrong', () => {
  const child = spawnSync(process.execPath, ['migrations/main.ts'], {
    env: { PATH: process.env.PATH, EVENTSTORE_URL: 'log.example' },
    encoding: 'utf8',
  });
  expect(child.status).toBe(78);
  expect(child.stderr).toContain('EVENTSTORE_URL: must be esdb://');
  expect(child.stderr).toContain('DATABASE_URL: is required');
  expect(child.stderr).toContain('PORTICO_KEY: is required');
});
