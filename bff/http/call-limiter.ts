import type { Redis } from 'ioredis';
import { Counter } from 'prom-client';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import { RefusedError, refuse } from '#domain/core/problem.ts';
import type { Pool } from '#platform/database.ts';
import type { Log } from '#platform/log.ts';
import { callLimits, type LimitName } from './call-limits.ts';

/** Counts calls by the rows of call-limits.ts. */
export type CallLimiter = Readonly<{
  /**
   * Counts one more call.
   *
   * @param who the caller: a person's id, an address, a credential's name.
   * @returns 0, or the seconds to wait after too many calls.
   */
  take: (name: LimitName, who: string) => Promise<number>;
}>;

/** Read by every `/metrics` of this process. */
export const refusedCalls = new Counter({
  name: 'portico_calls_refused_total',
  help: 'Calls that were too many, by the row of the table of limits',
  labelNames: ['limit'],
  registers: [],
});

/** Milliseconds between two log lines that say that the store of the counts does not respond. */
const reminder = 60_000;

/**
 * @param redis  stores the counts of all processes, under keys that begin with `prefix`, because installations may share a
 *               Redis. Without it the counts are in `pool`'s Postgres. While the store does not respond, this process counts
 *               alone and logs it: a failing count refuses nobody.
 * @param factor multiplies the limits of the table (CALL_LIMIT_FACTOR).
 */
export const createCallLimiter = ({
  pool,
  redis,
  log,
  factor = 1,
}: Readonly<{
  pool: Pool;
  redis?: Readonly<{ client: Redis; prefix: string }> | undefined;
  log: Log;
  factor?: number;
}>): CallLimiter => {
  const limiters = new Map<LimitName, { here: RateLimiterAbstract; everywhere?: RateLimiterAbstract }>();
  let clears = true;
  for (const [name, { calls, seconds, counted }] of Object.entries(callLimits)) {
    if (counted === 'calendar') continue;
    const points = Math.max(1, Math.floor(calls * factor));
    const options = { keyPrefix: name, points, duration: seconds };
    const shared = { ...options, inMemoryBlockOnConsumed: points };
    const store = () => {
      if (redis)
        return new RateLimiterRedis({
          ...shared,
          keyPrefix: `${redis.prefix}:calls:${name}`,
          storeClient: redis.client,
          rejectIfRedisNotReady: true,
        });
      const postgres = new RateLimiterPostgres({
        ...shared,
        storeClient: pool,
        storeType: 'pool',
        tableName: 'call_counts',
        tableCreated: true,
        // One of the limiters clears the table for all.
        clearExpiredByTimeout: clears,
      });
      clears = false;
      return postgres;
    };
    limiters.set(name as LimitName, {
      here: new RateLimiterMemory(options),
      ...(counted === 'everywhere' ? { everywhere: store() } : {}),
    });
  }

  let silentUntil = 0;
  const say = (error: unknown) => {
    if (Date.now() < silentUntil) return;
    silentUntil = Date.now() + reminder;
    log.warn({ error: error instanceof Error ? error.message : 'unknown' }, 'calls are counted in this process alone');
  };

  /** Returns the seconds to wait. Throws errors of the store. */
  const consume = (limiter: RateLimiterAbstract, who: string): Promise<number> =>
    limiter.consume(who).then(
      () => 0,
      (error: unknown) => {
        if (error instanceof RateLimiterRes) return Math.max(1, Math.ceil(error.msBeforeNext / 1_000));
        throw error;
      },
    );

  return {
    take: async (name, who) => {
      const limiter = limiters.get(name);
      if (!limiter) throw new TypeError(`no limit is called ${name}`);
      const { here, everywhere } = limiter;
      const wait = everywhere
        ? await consume(everywhere, who).catch((error: unknown) => {
            say(error);
            return consume(here, who);
          })
        : await consume(here, who);
      if (wait > 0) refusedCalls.inc({ limit: name });
      return wait;
    },
  };
};

/** Returns the refusal after too many calls (429). @param seconds value of Retry-After. */
export const tooOften = (seconds: number, code = 'calls.too-many'): RefusedError =>
  new RefusedError(refuse('busy', { code, parameters: { seconds } }));
