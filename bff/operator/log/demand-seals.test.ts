import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventCatalogue } from '#domain/event-catalogue.ts';
import { identifyInstallation } from '#eventstore/identify-installation.ts';
import { openEventStore } from '#eventstore/open-event-store.ts';
import { createPool } from '#platform/database.ts';
import { createLog } from '#platform/log.ts';
import { startTestDatabase, type TestDatabase } from '#test/postgres/postgres.ts';
import { npmRun } from '#test/production/npm-run.ts';
import { oldEvent, writeUnsealedEvent } from '#test/world/unsealed-event.ts';

const key = randomBytes(32);
let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.close());

const demandSeals = (env: Readonly<Record<string, string>> = {}) =>
  npmRun('log', ['demand-seals', '--yes'], {
    DATABASE_URL: database.appUrl,
    PORTICO_KEY: key.toString('base64'),
    ...env,
  });

const tool = (name: string) =>
  npmRun('log', [name], { DATABASE_URL: database.appUrl, PORTICO_KEY: key.toString('base64') });
const doctor = () => tool('doctor');

/** What a process writes into its log when it checks whether it may use the event log. */
const started = async (appUrl = database.appUrl): Promise<string[]> => {
  const lines: string[] = [];
  const pool = createPool(appUrl, { applicationName: 'test' });
  const log = createLog('test', 'warn', { write: (line: string) => void lines.push(line) });
  const { store, check } = openEventStore({ pool, key, definitions: eventCatalogue, log });
  await check();
  await store.close();
  await pool.end();
  return lines;
};
const warned = (lines: readonly string[]) => lines.filter((line) => line.includes('Events need no seal yet'));

test('a new installation is told nothing, also before its first event', async () => {
  const fresh = await startTestDatabase();
  expect(warned(await started(fresh.appUrl))).toEqual([]);
  await fresh.close();
});

test('an older installation demands seals when no process runs, once for each key', async () => {
  await writeUnsealedEvent(database.ownerUrl, oldEvent);
  // Under a name that is none of the portal's processes'.
  const pool = createPool(database.appUrl, { applicationName: 'test' });
  const { store } = openEventStore({ pool, key, definitions: eventCatalogue });
  await identifyInstallation(store);
  expect(await store.sealsDemanded()).toBe('no');

  const worker = createPool(database.appUrl, { applicationName: 'portico-worker' });
  await worker.query('select 1');
  const { code, output } = await demandSeals();
  expect({ code, output }).toEqual({
    code: 1,
    output: expect.stringMatching(
      /^These processes use the database, stop them first\. Nothing was changed: .*portico-worker/,
    ),
  });
  expect(await store.sealsDemanded()).toBe('no');
  await worker.end();

  expect(await doctor()).toEqual({
    code: 1,
    output: expect.stringMatching(/^Events need no seal yet: .*demand-seals/),
  });
  expect(await tool('verify')).toEqual({
    code: 0,
    output: expect.stringMatching(/ is as it was appended(.|\n)*\nEvents need no seal yet: .*demand-seals/),
  });
  expect(warned(await started())).toHaveLength(1);

  const demanded = { code: 0, output: 'Seals are demanded from now on. Start the processes.\n' };
  expect(await demandSeals()).toEqual(demanded);
  expect(await store.sealsDemanded()).toBe('yes');
  expect(await doctor()).toEqual({ code: 0, output: expect.stringMatching(/^Nothing is to be done/) });
  expect(warned(await started())).toEqual([]);
  expect(await demandSeals()).toEqual({ code: 0, output: 'Seals are demanded already.\n' });
  expect(await demandSeals({ SEAL_KEYS: randomBytes(32).toString('base64') })).toEqual(demanded);
  await store.close();
  await pool.end();
});
