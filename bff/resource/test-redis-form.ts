import { Redis } from 'ioredis';
import type { TestStep } from '#domain/resource/test-steps.ts';
import { codeOf } from '#platform/error-code.ts';

/** @property timeout milliseconds. */
export type TriedRedis = Readonly<{ host: string; port: number; timeout: number; password: string | undefined }>;

/** What Redis and its client say begins with words of their own: `WRONGPASS invalid username-password pair`. */
const refusals: readonly (readonly [RegExp, string])[] = [
  [/^WRONGPASS|^ERR invalid password/, 'redis-check.password-refused'],
  [/^NOAUTH/, 'redis-check.password-needed'],
  [/^ERR .*(?:without any password|no password is set)/i, 'redis-check.password-unset'],
  [/^Unknown RESP type|^Protocol error/, 'redis-check.no-redis'],
];

const failureOf = (host: string, error: unknown): TestStep => {
  const { message } = error as Error;
  const refused = refusals.find(([pattern]) => pattern.test(message))?.[1];
  return refused
    ? { finding: refused, state: 'failed', parameters: { host } }
    : {
        finding: 'redis-check.no-answer',
        state: 'failed',
        parameters: { host, reason: codeOf(error) || message.slice(0, 80) },
      };
};

/** Connects, logs in and asks for an answer. Returns the version. @throws the first error. */
const versionAt = async ({ host, port, timeout, password }: TriedRedis): Promise<string> => {
  let first: unknown;
  const redis = new Redis({
    host: host.replace(/^\[|\]$/g, ''),
    port,
    ...(password === undefined ? {} : { password }),
    connectTimeout: timeout,
    commandTimeout: timeout,
    lazyConnect: true,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  // The connection's own error says more than that of the call.
  redis.on('error', (error) => {
    first ??= error;
  });
  try {
    await redis.connect();
    await redis.ping();
    return /redis_version:([\w.]{1,40})/.exec(await redis.info('server'))?.[1] ?? '';
  } catch (error) {
    throw first ?? error;
  } finally {
    redis.disconnect();
  }
};

/** Tries a Redis as a form describes it. It only reads. */
export const testRedisForm = async (tried: TriedRedis): Promise<TestStep[]> => {
  const host = `${tried.host}:${tried.port}`;
  try {
    const version = await versionAt(tried);
    // One without a password takes every password.
    const isOpen =
      tried.password === undefined ||
      (await versionAt({ ...tried, password: undefined }).then(
        () => true,
        () => false,
      ));
    return [
      { finding: 'redis', state: 'ok', parameters: { host, version } },
      isOpen
        ? { finding: 'redis-open', state: tried.password === undefined ? 'ok' : 'note', parameters: {} }
        : { finding: 'redis-password', state: 'ok', parameters: {} },
    ];
  } catch (error) {
    return [failureOf(host, error)];
  }
};
