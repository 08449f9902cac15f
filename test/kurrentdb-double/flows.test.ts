import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type KurrentDouble, startKurrentDouble } from './start.ts';

/** Whole flows: commands with guards, reading one's own writes, read tables, and operations at a gateway. */
const suites = [
  'bff/application/commands.test.ts',
  'bff/user/last-administrator.test.ts',
  'projections/operations.test.ts',
  'workers/deployment/deploy-target.test.ts',
];

let server: KurrentDouble;
beforeAll(async () => {
  server = await startKurrentDouble();
});
afterAll(() => server.close());

test('whole flows hold with the events in KurrentDB, and nothing is in the Postgres log', {
  timeout: 300_000,
}, async () => {
  const root = path.resolve(import.meta.dirname, '../..');
  const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...suites], {
    cwd: root,
    env: { ...process.env, EVENTSTORE_URL: server.url, VITEST: undefined, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  expect(code, output + errors).toBe(0);
  expect(output).toContain(`${suites.length} passed (${suites.length})`);
  const prefixes = new Set(server.log.all().map(({ stream }) => stream.split('.')[0]));
  // Each world has names of its own.
  expect([...prefixes].filter((prefix) => prefix?.startsWith('test-')).length).toBeGreaterThan(suites.length);
});
