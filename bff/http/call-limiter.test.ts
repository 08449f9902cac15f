import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createPool } from '#platform/database.ts';
import { createLog, silentLog } from '#platform/log.ts';
import { randomId } from '#platform/uuid.ts';
import { startTestDatabase } from '#test/postgres/postgres.ts';
import { createCallLimiter } from './call-limiter.ts';
import { callLimits, type LimitName } from './call-limits.ts';

const redisUrl = process.env.REDIS_URL;

let database: Awaited<ReturnType<typeof startTestDatabase>>;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.close());

const names = Object.entries(callLimits)
  .filter(([, { counted }]) => counted !== 'calendar')
  .map(([name]) => name as LimitName);

/** Takes this many at once. @returns how many were allowed, and the waits of the others. */
const takeMany = async (limiters: readonly ReturnType<typeof createCallLimiter>[], count: number, who: string) => {
  const waits = await Promise.all(
    Array.from(
      { length: count },
      (_, index) => limiters[index % limiters.length]?.take('reveal', who) ?? Promise.resolve(0),
    ),
  );
  return { through: waits.filter((wait) => wait === 0).length, waits: waits.filter((wait) => wait > 0) };
};

describe.each([
  { store: 'Postgres', available: true },
  { store: 'Redis (set REDIS_URL)', available: Boolean(redisUrl) },
])('counts on $store', ({ store, available }) => {
  const onRedis = store.startsWith('Redis');
  const { calls, seconds } = callLimits.reveal;
  let redis: Redis | undefined;
  const open = (prefix = 'portico-0a1b2c3d') =>
    createCallLimiter({ pool: database.pool, redis: redis && { client: redis, prefix }, log: silentLog });

  beforeAll(async () => {
    if (!onRedis || !available) return;
    redis = new Redis(redisUrl ?? '', { enableOfflineQueue: false, lazyConnect: true });
    await redis.connect();
  });
  afterAll(() => redis?.disconnect());

  it.runIf(available)('are shared by all processes, and exact with many calls at once', async () => {
    const who = `person ${randomId()}`;
    const { through, waits } = await takeMany([open(), open(), open()], calls + 40, who);
    expect(through).toBe(calls);
    expect(waits).toHaveLength(40);
    expect(Math.min(...waits)).toBeGreaterThan(0);
    expect(Math.max(...waits)).toBeLessThanOrEqual(seconds);
    // Does not refuse other people, or other calls of the same person.
    expect(await open().take('reveal', `person ${randomId()}`)).toBe(0);
    expect(await open().take('export', who)).toBe(0);
  });

  it.runIf(available && onRedis)(
    "are separate from those of another installation's person with the same id",
    async () => {
      const who = `person ${randomId()}`;
      await takeMany([open()], calls + 1, who);
      expect(await open().take('reveal', who)).toBeGreaterThan(0);
      expect(await open('portico-deadbeef').take('reveal', who)).toBe(0);
    },
  );

  it.runIf(available)('do not ask the store for a person who has used up the limit', async () => {
    const limiter = open();
    const who = `person ${randomId()}`;
    await takeMany([limiter], calls + 1, who);
    const asked = vi.spyOn(database.pool, 'query');
    const sent = redis ? vi.spyOn(redis, 'sendCommand') : undefined;
    expect(await limiter.take('reveal', who)).toBeGreaterThan(0);
    expect(asked).not.toHaveBeenCalled();
    if (sent) expect(sent).not.toHaveBeenCalled();
    asked.mockRestore();
    sent?.mockRestore();
  });
});

it('limits that need not be exact are counted in memory, without a round trip', async () => {
  const limiter = createCallLimiter({ pool: database.pool, log: silentLog });
  const asked = vi.spyOn(database.pool, 'query');
  const here = names.filter((name) => callLimits[name].counted === 'here');
  expect(here).toEqual(expect.arrayContaining(['any', 'query', 'command', 'failed-credential']));
  for (const name of here) expect(await limiter.take(name, 'somebody'), name).toBe(0);
  expect(asked).not.toHaveBeenCalled();
  asked.mockRestore();
});

it.each(['Postgres', 'Redis'])(
  'without %s this process counts alone, logs that once, and refuses nobody because of it',
  async (store) => {
    const lines: string[] = [];
    const log = createLog('test', 'trace', { write: (line: string) => void lines.push(line) });
    const away = createPool('postgres://nobody@127.0.0.1:1/none', { applicationName: 'test' });
    const redis = new Redis('redis://127.0.0.1:1', {
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      lazyConnect: true,
    });
    redis.on('error', () => undefined);
    const limiter = createCallLimiter({
      pool: store === 'Redis' ? database.pool : away,
      redis: store === 'Redis' ? { client: redis, prefix: 'portico-away' } : undefined,
      log,
    });
    const { through, waits } = await takeMany([limiter], callLimits.reveal.calls + 5, 'somebody');
    expect(through).toBe(callLimits.reveal.calls);
    expect(waits).toHaveLength(5);
    expect(lines.filter((line) => line.includes('counted in this process alone'))).toHaveLength(1);
    expect(lines.join('')).not.toContain('nobody');
    redis.disconnect();
    await away.end();
  },
);

it('a factor multiplies the numbers of the table, but never below one', async () => {
  const few = createCallLimiter({ pool: database.pool, log: silentLog, factor: 0.5 });
  const { through } = await takeMany([few], 100, `person ${randomId()}`);
  expect(through).toBe(callLimits.reveal.calls / 2);
  const least = createCallLimiter({ pool: database.pool, log: silentLog, factor: 0.001 });
  expect((await takeMany([least], 5, `person ${randomId()}`)).through).toBe(1);
});

it('counts of a past window are ignored', async () => {
  const who = `person ${randomId()}`;
  const limiter = () => createCallLimiter({ pool: database.pool, log: silentLog });
  await takeMany([limiter()], callLimits.reveal.calls + 1, who);
  expect(await limiter().take('reveal', who)).toBeGreaterThan(0);
  await database.pool.query('update call_counts set expire = $1 where key = $2', [Date.now() - 1, `reveal:${who}`]);
  expect(await limiter().take('reveal', who)).toBe(0);
});
