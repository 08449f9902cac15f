import { afterAll, beforeAll, expect, it } from 'vitest';
import { accessIdOf } from '#domain/access/access.ts';
import { accessDecider } from '#domain/access/decider.ts';
import { hourly } from '#test/never-open/stage.ts';
import { startWorldOnAnyKong, type WorkedWorld } from '#test/world/worker-world.ts';

/*
 * How long operations may take when nothing else runs: the time of the gateway's loads, and what is left for the rest.
 */

let world: WorkedWorld;
const took: Record<string, { milliseconds: number; allowed: number }[]> = {};
beforeAll(async () => {
  world = await startWorldOnAnyKong({}, { frequency: 1, workers: 2 });
}, 120_000);
afterAll(async () => {
  console.table(
    Object.fromEntries(Object.entries(took).map(([what, all]) => [what, all.map(({ milliseconds }) => milliseconds)])),
  );
  await world?.close();
}, 120_000);

const measure = async (what: string, allowed: number, act: () => Promise<unknown>): Promise<void> => {
  const from = performance.now();
  await act();
  took[what] = [...(took[what] ?? []), { milliseconds: Math.round(performance.now() - from), allowed }];
};
/** Returns what never took less than it may. */
const late = () =>
  Object.entries(took).filter(([, all]) => all.every(({ milliseconds, allowed }) => milliseconds >= allowed));
const done = async (operation: Promise<string>) => world.completed(await operation);

it('each kind of operation takes little longer than the gateway needs', async () => {
  const { request, nextId, configOf } = world;
  const looks = (number: number) => number * world.gateway.frequency * 1_000 + 2_000;
  const access = accessIdOf(1, 1);
  // The quickest of some counts, because a busy machine says nothing about the gateway. An idle one needs one round.
  for (let round = 1; round === 1 || (round <= 8 && late().length > 0); round += 1) {
    const [id, plain, limited, under, grantId] = [nextId(), nextId(), nextId(), nextId(), nextId()];
    const config = configOf(`timed-${round}`);
    await world.send(accessDecider, access, { type: 'GrantAccess', data: { grantId, apiId: 1, organizationId: 1 } });
    await measure('deploy', looks(2), () => done(request.deploy(id, config)));
    await measure('plain key', 1_000, () => done(request.addConsumer(plain, id)));
    await measure('key with limits', looks(1), () => done(request.addConsumer(limited, id, undefined, hourly(5))));
    await measure('other limits of a key', looks(1), () => done(request.changeConsumer(limited, hourly(6))));
    await measure('key deleted', 1_000, () => done(request.removeConsumer(plain)));
    await measure('key with limits deleted', 1_000, () => done(request.removeConsumer(limited)));
    const other = { ...config, ratePerMinute: 90_000 };
    await measure('one plugin changed', looks(1), () => done(request.deploy(id, other)));
    const whole = { ...other, ratePerMinute: 80_000, upstreamUrl: `${world.echoUrl}/other`, refusesBots: true };
    await measure('changed as a whole', looks(2), () => done(request.deploy(id, whole)));
    await done(request.addConsumer(under, id, undefined, { grantId }));
    await measure('revoked', 1_000, async () => {
      await world.send(accessDecider, access, { type: 'RevokeAccess', data: { grantId } });
      await world.reached('consumer', under, 'ConsumerRemoved');
    });
    await measure('undeploy', looks(2), () => done(request.undeploy(id)));
  }
  expect(Object.keys(took)).toHaveLength(10);
  expect(late()).toEqual([]);
}, 600_000);
