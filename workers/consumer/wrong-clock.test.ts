import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '#sandbox/postgres/cluster.ts';
import { type PorticoProcess, startPart } from '#test/processes/portico-process.ts';
import { within } from '#test/runner/limit.ts';
import { startWorkedWorld, type WorkedWorld } from '#test/world/worker-world.ts';

const root = path.join(import.meta.dirname, '..', '..');
const shiftedClock = path.join(root, 'test', 'processes', 'shifted-clock.ts');

let world: WorkedWorld;
let worker: PorticoProcess | undefined;

beforeAll(async () => {
  world = await startWorkedWorld({ sweep: { every: 3_600_000 } });
  await world.stopWorker();
});
afterAll(async () => {
  await worker?.stop();
  await world?.close();
});

const hours = 3_600_000;

describe('a worker whose machine has a wrong clock takes the time of the database', () => {
  it.each([
    ['ahead', 3],
    ['behind', -3],
  ] as const)(
    'three hours %s: ends old credentials when they are due, and not before',
    async (name, ahead) => {
      await world.startWorker();
      const { id } = await world.deployed(`clock-${name}`);
      const rotated = async (key: string, until: Date): Promise<number> => {
        const consumerId = world.nextId();
        await world.completed(await world.request.addConsumer(consumerId, id, `${key}-old`));
        await world.completed(await world.request.rotate(consumerId, `${key}-new`, { until }));
        return consumerId;
      };
      const opens = (key: string) => world.call(`/clock-${name}-dev/x`, { apikey: key });
      const alive = await rotated(`alive-${name}`, new Date(Date.now() + hours));
      await rotated(`due-${name}`, new Date(Date.now() - 60_000));
      await world.stopWorker();

      const metricsPort = await freePort();
      worker = startPart(root, 'worker', {
        DATABASE_URL: world.database.appUrl,
        PORTICO_KEY: world.key.toString('base64'),
        UPSTREAM_ALLOW_NETWORKS: '127.0.0.0/8',
        METRICS_PORT: String(metricsPort),
        NODE_OPTIONS: `--disable-warning=ExperimentalWarning --import ${shiftedClock}`,
        CLOCK_AHEAD_HOURS: String(ahead),
      });
      await within(1_500, async () => expect(await opens(`due-${name}-old`)).toBe(401));
      expect(await opens(`alive-${name}-old`)).toBe(200);
      expect(await world.history('consumer', alive)).not.toContain('PreviousCredentialsEnded');

      // Its operations go on in time, whichever process delayed them.
      await world.completed(await world.request.undeploy(id));
      const ended = (await world.store.read(`deployment-${id}`)).at(-1);
      expect(Math.abs(Date.parse(ended?.meta.time ?? '') - Date.now())).toBeLessThan(60_000);

      expect(worker.output()).toContain("this machine's clock is wrong: the database's is used");
      const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
      const shown = Number(/^portico_clock_ahead_seconds (\S+)$/m.exec(metrics)?.[1]);
      expect(Math.abs(shown - ahead * 3_600)).toBeLessThan(5);
      await worker.stop();
    },
    120_000,
  );
});
