import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ConsumerRateLimit } from '#domain/consumer/rate-limit.ts';
import { startWorldOnAnyKong, type WorkedWorld } from '#test/world/worker-world.ts';

let world: WorkedWorld;

beforeAll(async () => {
  world = await startWorldOnAnyKong();
});
afterAll(() => world?.close());

const [acme, partner, other] = [1, 2, 3];
const limitOf = (calls: number): ConsumerRateLimit => ({ window: 'day', calls, policy: 'local' });

type Changes = Parameters<WorkedWorld['configOf']>[1];
const deploy = async (id: number, changes: Changes = {}) =>
  await world.completed(
    await world.request.deploy(
      id,
      world.configOf(`limited-${id}`, { upstreamUrl: `${world.echoUrl}/base`, ratePerMinute: 500, ...changes }),
    ),
  );
const addKey = async (id: number, organizationId: number, rateLimit: ConsumerRateLimit | null = null) => {
  const consumerId = world.nextId();
  const apikey = `key-of-${consumerId}`;
  await world.completed(await world.request.addConsumer(consumerId, id, apikey, { organizationId, rateLimit }));
  return { consumerId, apikey };
};
const limit = async (id: number, organizationId: number, rateLimit: ConsumerRateLimit | null) =>
  await world.completed(await world.request.limitKeys(id, organizationId, rateLimit));
const call = (id: number, apikey: string, headers: Record<string, string> = {}) =>
  fetch(`${world.proxyUrl}${world.at(`/limited-${id}-dev/x`)}`, { headers: { apikey, ...headers } });
/** Returns the limits that the gateway tells a key: of the day, of the minute. */
const told = async (id: number, { apikey }: { apikey: string }) => {
  const { headers } = await call(id, apikey);
  return [headers.get('x-ratelimit-limit-day'), headers.get('x-ratelimit-limit-minute')];
};
const ofDeployment = [null, '500'];

describe("the limit of an organization's keys on a deployment", () => {
  it("replaces the deployment's limit for all its keys, also a higher one and for later keys, and can be removed", async () => {
    const id = world.nextId();
    await deploy(id);
    const [one, two, foreign] = [await addKey(id, partner), await addKey(id, partner), await addKey(id, other)];
    await limit(id, partner, limitOf(7));
    expect(await told(id, one)).toEqual(['7', null]);
    expect(await told(id, two)).toEqual(['7', null]);
    expect(await told(id, foreign)).toEqual(ofDeployment);
    await limit(id, partner, limitOf(90_000));
    const later = await addKey(id, partner);
    expect(await told(id, two)).toEqual(['90000', null]);
    expect(await told(id, later)).toEqual(['90000', null]);
    await limit(id, partner, null);
    for (const key of [one, two, later]) expect(await told(id, key)).toEqual(ofDeployment);
  });

  it("stays when a key is rotated or the API is deployed again, and is replaced by a key's own limit", async () => {
    const id = world.nextId();
    await deploy(id);
    const [plain, own] = [await addKey(id, partner), await addKey(id, partner, limitOf(3))];
    await limit(id, partner, limitOf(7));
    const next = `next-of-${plain.consumerId}`;
    await world.completed(await world.request.rotate(plain.consumerId, next));
    await deploy(id, { refusesBots: true });
    expect(await told(id, plain)).toEqual(['7', null]);
    expect(await told(id, { apikey: next })).toEqual(['7', null]);
    expect(await told(id, own)).toEqual(['3', null]);
    // Without its own limit the key has its organization's.
    await world.completed(await world.request.changeConsumer(own.consumerId, {}));
    expect(await told(id, own)).toEqual(['7', null]);
  });

  it('goes on counting when the API is changed as a whole, and the limit of the deployment counts anew', async () => {
    const id = world.nextId();
    await deploy(id);
    const [plain, own] = [await addKey(id, partner), await addKey(id, partner, limitOf(9))];
    for (const key of [plain, plain, own, own]) await call(id, key.apikey);
    await deploy(id, { upstreamUrl: `${world.echoUrl}/other`, refusesBots: true });
    expect((await call(id, plain.apikey)).headers.get('x-ratelimit-remaining-minute')).toBe('499');
    expect((await call(id, own.apikey)).headers.get('x-ratelimit-remaining-day')).toBe('6');
  });

  it('never leaves a key without a limit while it changes', async () => {
    const id = world.nextId();
    await deploy(id);
    const { apikey } = await addKey(id, partner);
    const seen = new Set<string>();
    let isOver = false;
    const calling = (async () => {
      while (!isOver) {
        const { headers } = await call(id, apikey);
        seen.add(headers.get('x-ratelimit-limit-day') ?? headers.get('x-ratelimit-limit-minute') ?? 'none');
      }
    })();
    await limit(id, partner, limitOf(100_000));
    await limit(id, partner, limitOf(200_000));
    await limit(id, partner, null);
    isOver = true;
    await calling;
    expect([...seen].filter((each) => !['500', '100000', '200000'].includes(each))).toEqual([]);
  });

  it('is stored for later if nothing is deployed yet', async () => {
    const id = world.nextId();
    const failing = world.configOf(`limited-${id}`, { allowedAddresses: ['no address'] });
    expect((await world.ended(await world.request.deploy(id, failing))).type).toBe('OperationFailed');
    await limit(id, partner, limitOf(7));
    await deploy(id);
    expect(await told(id, await addKey(id, partner))).toEqual(['7', null]);
  });

  it('changes nothing when it is requested twice, or for an organization without keys', async () => {
    const id = world.nextId();
    await deploy(id);
    await addKey(id, partner);
    await limit(id, partner, limitOf(7));
    const before = await world.dump();
    await limit(id, partner, limitOf(7));
    await limit(id, acme, limitOf(9));
    expect(await world.dump()).toEqual(before);
  });
});

describe('keys that are counted together', () => {
  /** Returns how many of so many calls pass, sent with the keys in turn. */
  const passing = async (id: number, keys: readonly { apikey: string }[], calls: number, forged = false) => {
    let passed = 0;
    for (let count = 0; count < calls; count += 1) {
      const key = keys[count % keys.length];
      const names = ['x-consumer-groups', 'X-Consumer-Groups', 'x-forwarded-for', 'x-consumer-id'];
      const headers = forged ? Object.fromEntries(names.map((name) => [name, `203.0.113.${count}`])) : {};
      if ((await call(id, key?.apikey ?? '', headers)).status === 200) passed += 1;
    }
    return passed;
  };
  /** Twice as many may pass, because a new minute may begin. */
  const expectShared = (passed: number, limit: number) => {
    expect(passed).toBeGreaterThanOrEqual(limit);
    expect(passed).toBeLessThanOrEqual(2 * limit);
  };

  it.each(['apikey', 'both'] as const)(
    'share the limit of a deployment with %s, whatever a caller sends, and each organization has its own',
    async (authentication) => {
      const id = world.nextId();
      await deploy(id, { authentication, ratePerMinute: 3, countsTogether: true });
      const keys = await Promise.all([1, 2, 3, 4].map(() => addKey(id, partner)));
      const foreign = await addKey(id, other);
      expectShared(await passing(id, keys, 12), 3);
      // At most a new minute's calls.
      expect(await passing(id, keys, 12, true)).toBeLessThanOrEqual(3);
      expectShared(await passing(id, [foreign], 12, true), 3);
    },
  );

  it('include the keys that exist already, until each key is counted alone again', async () => {
    const id = world.nextId();
    await deploy(id, { ratePerMinute: 3 });
    const keys = await Promise.all([1, 2, 3, 4].map(() => addKey(id, partner)));
    const foreign = await addKey(id, other);
    await deploy(id, { ratePerMinute: 3, countsTogether: true });
    expectShared(await passing(id, keys, 12), 3);
    expectShared(await passing(id, [foreign], 6), 3);
    await deploy(id, { ratePerMinute: 3 });
    expect(await passing(id, keys, 12)).toBeGreaterThan(6);
    await deploy(id, { ratePerMinute: 3, countsTogether: true });
    await deploy(id, { ratePerMinute: null });
    expect((await call(id, foreign.apikey)).headers.get('x-ratelimit-limit-minute')).toBeNull();
  });

  it('share the limit of their organization, while a key with its own limit is counted alone', async () => {
    const id = world.nextId();
    await deploy(id, { countsTogether: true });
    const keys = [await addKey(id, partner), await addKey(id, partner)];
    await limit(id, partner, limitOf(4));
    const later = await addKey(id, partner);
    const own = await addKey(id, partner, limitOf(2));
    expectShared(await passing(id, [...keys, later], 12), 4);
    expectShared(await passing(id, [own], 6), 2);
    // Counted for each key, the limit is the same for each.
    await deploy(id);
    expect(await passing(id, [...keys, later], 15)).toBeGreaterThan(8);
    expect(await told(id, later)).toEqual(['4', null]);
  });
});
