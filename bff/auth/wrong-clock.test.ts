import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { freePort } from '#sandbox/postgres/cluster.ts';
import { startPart } from '#test/processes/portico-process.ts';
import { importForm } from '#test/world/bff-forms.ts';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';
import { settingsIn } from '#test/world/world-process.ts';

const root = path.join(import.meta.dirname, '..', '..');

let world: BffWorld;
beforeAll(async () => {
  world = await startBffWorld();
});
afterAll(() => world?.close());

describe('a BFF whose machine has a wrong clock takes the time of the database', () => {
  it.each([3, -3])(
    '%i hours ahead: a token of a minute ago is good, and a command has the right time',
    async (ahead) => {
      const port = await freePort();
      const bff = startPart(root, 'bff', {
        ...settingsIn(world, port),
        NODE_OPTIONS: `--disable-warning=ExperimentalWarning --import ${path.join(root, 'test', 'processes', 'shifted-clock.ts')}`,
        CLOCK_AHEAD_HOURS: String(ahead),
      });
      try {
        await vi.waitFor(() => expect(bff.output()).toContain('bff listens'), 20_000);
        const response = await fetch(`http://127.0.0.1:${port}/api/swagger/import`, {
          method: 'POST',
          headers: world.credentials(world.acme.members.owner, 'bearer'),
          body: importForm(world.acme.applicationId),
        });
        expect([response.status, await response.text()]).toMatchObject([200, expect.any(String)]);
        const { rows } = await world.pool.query<{ differs: number }>(
          `select abs(extract(epoch from recorded_at - (meta::json->>'time')::timestamptz))::float8 as differs
         from events order by recorded_at desc limit 1`,
        );
        expect(rows[0]?.differs).toBeLessThan(60);
      } finally {
        await bff.stop();
      }
    },
    60_000,
  );
});
