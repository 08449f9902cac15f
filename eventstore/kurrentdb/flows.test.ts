import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startAnyKurrent } from '#test/world/any-kurrent.ts';
import { openClient } from './client.ts';
import { readNewest } from './newest.ts';

/** Whole flows: commands with guards, reading one's own writes, read tables and their rebuild, and operations at a gateway. */
const suites = [
  'bff/application/commands.test.ts',
  'bff/user/last-administrator.test.ts',
  'bff/http/min-position.test.ts',
  'projections/operations.test.ts',
  'projections/engine/rebuild.test.ts',
  'workers/deployment/deploy-target.test.ts',
  'workers/consumer/rotate-keys.test.ts',
];

let server: Awaited<ReturnType<typeof startAnyKurrent>>;
beforeAll(async () => {
  server = await startAnyKurrent();
});
afterAll(() => server.close());

/** Returns under how many prefixes of this run there are events. */
const countPrefixes = async () => {
  const client = openClient(server.url);
  const events = await readNewest(client, server.names, 1_000_000, '');
  await client.close();
  return new Set(events.map(({ stream }) => stream.split('.')[0])).size;
};

test('whole flows hold with the events in KurrentDB, and nothing is in the Postgres log', {
  timeout: 900_000,
}, async () => {
  const root = path.resolve(import.meta.dirname, '../..');
  const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...suites], {
    cwd: root,
    env: {
      ...process.env,
      EVENTSTORE_URL: server.url,
      EVENTSTORE_TEST_NAMES: server.names,
      VITEST: undefined,
      NO_COLOR: '1',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  expect(code, output + errors).toBe(0);
  expect(output).toContain(`${suites.length} passed (${suites.length})`);
  // Each world has names of its own.
  expect(await countPrefixes()).toBeGreaterThan(suites.length);
});
