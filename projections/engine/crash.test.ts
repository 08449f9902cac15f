import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { expect, test, vi } from 'vitest';
import { bareEnvironment } from '#test/processes/bare-environment.ts';
import '#test/runner/chance.ts';
import { organization, published } from '#test/world/sample-events.ts';
import { allProjections } from '../all-projections.ts';
import { openPortal, type Portal } from './fixture/open-portal.ts';
import { requestRebuild } from './generations.ts';
import { standingOf } from './switch-generation.ts';

const main = fileURLToPath(new URL('../main.ts', import.meta.url));

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0);
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
};

/** Runs the projector as a process of its own until it kills itself at the crash point; answers the signal it died of. */
const runUntilKilled = async ({ appUrl, key }: Portal, point: string): Promise<NodeJS.Signals | null> => {
  const child = spawn(process.execPath, [main], {
    env: {
      ...bareEnvironment,
      DATABASE_URL: appUrl,
      PORTICO_KEY: key.toString('base64'),
      PORT: String(await freePort()),
      LOG_LEVEL: 'silent',
      CRASHPOINT: point,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: 20_000,
    killSignal: 'SIGTERM',
  });
  const [, signal] = await once(child, 'close');
  return signal;
};

const points = ['projection.rows-written', 'subscription.handled', 'subscription.checkpointed'].flatMap((name) =>
  [1, 2, 3].map((hit) => `${name}#${hit}`),
);

test('I2: a projector that is killed between any two statements neither skips an event nor applies it twice', async () => {
  const portal = await openPortal();
  await portal.happen('user-1', [
    {
      type: 'UserRegistered',
      data: {
        userId: 1,
        organizationId: 2,
        firstname: 'Ada',
        lastname: 'Example',
        email: 'Ada@northwind.example',
        roles: [],
      },
    },
  ]);
  for (const [index, point] of points.entries()) {
    await portal.happen('user-1', [{ type: 'UserSignedIn', data: { userId: 1, session: 'hash' } }]);
    await portal.happen(`organization-${index + 1}`, [organization(index + 1, `Number ${index}`)]);
    await portal.happen(`api-${index + 1}`, [published(index + 1, { organizationId: index + 1, applicationId: null })]);
    expect(await runUntilKilled(portal, point), point).toBe('SIGKILL');
    // Its leases would run out after ten seconds.
    await portal.pool.query(`update subscriptions set lease_until = '-infinity'`);
  }
  portal.run();
  expect(await portal.caughtUp()).toBe(true);

  expect(await portal.rows('select sign_ins from users')).toEqual([{ sign_ins: points.length }]);
  expect(await portal.rows('select organization_name from apis order by id')).toEqual(
    points.map((_, index) => ({ organization_name: `Number ${index}` })),
  );
  const live = await portal.dump();
  for (const projection of allProjections) {
    const generation = await requestRebuild(portal.pool, projection);
    await vi.waitFor(async () => expect(await standingOf(portal.pool, projection, generation)).toBe('live'), {
      timeout: 30_000,
      interval: 20,
    });
  }
  expect(await portal.dump()).toEqual(live);
}, 120_000);
