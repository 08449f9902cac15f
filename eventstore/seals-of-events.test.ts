import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { byPortal } from '#domain/core/actor.ts';
import type { EventMeta } from '#domain/core/event.ts';
import { eventCatalogue, type PorticoEvent } from '#domain/event-catalogue.ts';
import { installationDecider, installationId } from '#domain/installation/installation.ts';
import { type AppliedMigration, compareRelease, thisRelease } from '#platform/release.ts';
import { randomId } from '#platform/uuid.ts';
import { startTestCluster, type TestDatabase } from '#test/postgres/postgres.ts';
import { runSql } from '#test/postgres/sql.ts';
import { writeUnsealedEvent } from '#test/world/unsealed-event.ts';
import { readAll } from './contract/event-store-contract.ts';
import type { Append } from './event-store.ts';
import { execute } from './execute.ts';
import { identifyInstallation } from './identify-installation.ts';
import { type OpenedEventStore, openEventStore } from './open-event-store.ts';

type Opened = OpenedEventStore<PorticoEvent>;

const key = randomBytes(32);
let database: TestDatabase;
const opened: Opened[] = [];
/** Opens the log as a process does that starts now. */
const start = (...sealKeys: readonly Buffer[]): Opened => {
  const options = { pool: database.pool, key, definitions: eventCatalogue, eventStore: { SEAL_KEYS: sealKeys } };
  const one = openEventStore(options);
  opened.push(one);
  return one;
};
beforeAll(async () => {
  // A cluster of its own: an open transaction of another suite would hide the end of the log.
  database = await startTestCluster();
});
afterEach(async () => {
  for (const { store } of opened.splice(0)) await store.close();
  await tamper(
    'truncate events, streams, commands, guards, log_seals, log_checkpoints',
    'update schema_migrations set min_reader = null where min_reader = 490',
  );
});
afterAll(() => database.close());

const meta = (): EventMeta => ({
  actor: byPortal,
  commandId: randomId(),
  correlationId: randomId(),
  time: '2026-01-02T03:04:05.678Z',
});

const areaAdded = (id: number, more: Partial<Append<PorticoEvent>> = {}): Append<PorticoEvent> => ({
  stream: `business-area-${id}`,
  expectedVersion: 0,
  events: [
    { id: randomId(), type: 'BusinessAreaAdded', data: { businessAreaId: id, name: `Area ${id}`, description: '' } },
  ],
  meta: meta(),
  ...more,
});

const forge = (id: number, bytes?: string): Promise<void> =>
  writeUnsealedEvent(
    database.ownerUrl,
    {
      ...{ stream: `business-area-${id}`, version: 1, type: 'BusinessAreaAdded' },
      data: { businessAreaId: id, name: 'Forged', description: '' },
    },
    bytes,
  );

/** Runs statements as the owner of the tables, without triggers. */
const tamper = (...statements: readonly string[]) =>
  runSql(database.ownerUrl, 'set session_replication_role = replica', ...statements);

const faultsIn = async ({ store }: Opened) =>
  (await readAll(store)).flatMap(({ stream, fault }) => (fault === undefined ? [] : [`${stream}: ${fault}`]));
const findings = ({ store }: Opened) => Array.fromAsync(store.verify());

/** Demands seals, as `npm run log -- demand-seals` does. */
const demand = ({ store }: Opened) =>
  execute({
    store,
    decider: installationDecider,
    id: installationId,
    command: { type: 'DemandSeals', data: {} },
    meta: meta(),
  });

const foreign = 'no process of this installation has sealed it';

describe('a new installation', () => {
  let one: Opened;
  beforeEach(async () => {
    one = start();
    await identifyInstallation(one.store);
    await one.store.append(areaAdded(1, { outcome: { id: 1, position: 'here' } }));
  });

  test('demands seals from its first event on, and takes its own events', async () => {
    expect(await one.store.sealsDemanded()).toBe('yes');
    expect((await readAll(one.store)).map(({ type }) => type)).toEqual([
      'SealsDemanded',
      'InstallationIdentified',
      'BusinessAreaAdded',
    ]);
    expect(await faultsIn(start())).toEqual([]);
    expect(await findings(one)).toEqual([]);
  });

  test('shows no seal to those who read events', async () => {
    const [added] = await one.store.read('business-area-1');
    expect(Object.keys(added?.meta ?? {})).toEqual(['actor', 'commandId', 'correlationId', 'time']);
  });

  test('takes no forged event, and the verifier and the next checkpoint name it', async () => {
    await forge(2);
    await expect(one.store.read('business-area-2')).rejects.toThrow(foreign);
    expect(await faultsIn(one)).toEqual([`business-area-2: ${foreign}`]);
    expect(await findings(one)).toEqual([{ stream: 'business-area-2', version: 1, reason: 'foreign' }]);
    await one.store.seal();
    expect(await one.checkpoints.make()).toEqual([{ stream: 'business-area-2', version: 1, reason: 'foreign' }]);
  });

  test('takes no event with the seal of another event, or of another key', async () => {
    const { rows } = await database.pool.query<{ meta: string }>(
      `select meta from events where stream = 'business-area-1'`,
    );
    const commandId = randomId();
    await forge(3, String(rows[0]?.meta).replace(/"commandId":"[^"]+"/, `"commandId":"${commandId}"`));
    const sealed = openEventStore({ pool: database.pool, key: randomBytes(32), definitions: eventCatalogue });
    const [encoded] = await sealed.codec.encode(areaAdded(4));
    await forge(4, encoded?.meta);
    await sealed.store.close();
    expect(await faultsIn(one)).toEqual([`business-area-3: ${foreign}`, `business-area-4: ${foreign}`]);
  });

  test.each([
    ['data', `update events set data = replace(data, 'Area', 'Door')`],
    ['stream', `update events set stream = 'business-area-9'`],
    ['version', 'update events set version = 2'],
    ['type', `update events set type = 'BusinessAreaChanged'`],
    ['actor', `update events set meta = replace(meta, '"userId":0', '"userId":5')`],
    ['result in the event', `update events set meta = regexp_replace(meta, '"outcome":"[^"]+"', '"outcome":"x"')`],
    ['place in the log', `update events set xid = '3', meta = regexp_replace(meta, ',"seal":"[^"]+"', '')`],
    ['seal', `update events set meta = regexp_replace(meta, ',"seal":"[^"]+"', '')`],
  ])('takes no event whose %s was changed', async (_what, statement) => {
    await tamper(`${statement} where stream = 'business-area-1'`);
    expect(await faultsIn(one)).toEqual([expect.stringMatching(`^business-area-[19]: ${foreign}$`)]);
  });

  test('finds a changed result of a command', async () => {
    await tamper(`update commands set outcome = '{"id": 2, "position": "here"}' where stream = 'business-area-1'`);
    expect(await findings(one)).toEqual([{ stream: 'business-area-1', version: 1, reason: 'result' }]);
  });

  test('goes on demanding seals when somebody removes the demand while it runs', async () => {
    await tamper(`delete from events where stream = 'installation-1'`);
    await forge(2);
    expect(await faultsIn(one)).toContain(`business-area-2: ${foreign}`);
  });

  test('goes on demanding seals when somebody moves the demand behind a forged event', async () => {
    await forge(2);
    await tamper(`update events set xid = '900000' where stream = 'installation-1'`);
    for (const process of [one, start()]) await expect(process.store.read('business-area-2')).rejects.toThrow(foreign);
  });

  test('takes no event that was moved before the one before it', async () => {
    const events = [{ id: randomId(), type: 'BusinessAreaRemoved', data: { businessAreaId: 1 } }] as const;
    await one.store.append({ stream: 'business-area-1', expectedVersion: 1, events, meta: meta() });
    await tamper(`update events set xid = '3' where stream = 'business-area-1' and version = 2`);
    await expect(one.store.read('business-area-1')).rejects.toThrow('it is not at the place in the log');
  });

  test('lets no process start that lacks the key, or when the demand is gone', async () => {
    await expect(one.check()).resolves.toBeUndefined();
    const other = openEventStore({ pool: database.pool, key: randomBytes(32), definitions: eventCatalogue });
    await expect(other.sealCheck.checkKeys()).rejects.toThrow('SEAL_KEYS must have every key');
    await other.store.close();
    await tamper(`delete from events where stream = 'installation-1' and version = 1`);
    await expect(start().check()).rejects.toThrow('SEAL_KEYS must have every key');
  });

  test('lets no older release start', async () => {
    const { rows } = await database.pool.query<AppliedMigration>(
      'select file, release, min_reader from schema_migrations',
    );
    const older = { version: '1.8.0', files: thisRelease.files.filter((file) => file < '484') };
    expect(() => compareRelease(older, rows)).toThrow('they need schema 490 or newer, start that release');
    expect(() => compareRelease(thisRelease, rows)).not.toThrow();
  });
});

describe('an older installation', () => {
  /** An event of the time before seals. */
  beforeEach(() => forge(1));

  test('takes events without seals until they are demanded, and those of before also after it', async () => {
    const one = start();
    await identifyInstallation(one.store);
    expect(await one.store.sealsDemanded()).toBe('no');
    await forge(2);
    expect(await faultsIn(one)).toEqual([]);
    expect(await findings(one)).toEqual([]);
    await demand(one);
    await forge(3);
    for (const process of [one, start()]) {
      expect(await process.store.sealsDemanded()).toBe('yes');
      expect(await faultsIn(process)).toEqual([`business-area-3: ${foreign}`]);
    }
  });

  test('lets older releases start until seals are demanded', async () => {
    const one = start();
    await identifyInstallation(one.store);
    const older = { version: '1.8.0', files: thisRelease.files.filter((file) => file < '484') };
    const applied = async () =>
      (await database.pool.query<AppliedMigration>('select file, release, min_reader from schema_migrations')).rows;
    const before = await applied();
    expect(() => compareRelease(older, before)).not.toThrow();
    await one.store.refuseReleasesWithoutSeals();
    const after = await applied();
    expect(() => compareRelease(older, after)).toThrow('they need schema 490');
  });

  test('does not believe a forged demand', async () => {
    const one = start();
    await identifyInstallation(one.store);
    const demand = { stream: 'installation-1', version: 2, type: 'SealsDemanded', data: {} };
    await writeUnsealedEvent(database.ownerUrl, demand);
    expect(await start().store.sealsDemanded()).toBe('no');
    await expect(start().check()).rejects.toThrow('SEAL_KEYS must have every key');
  });
});

test('a key is replaced: events of before stay, and from the next demand on the earlier key seals nothing', async () => {
  const before = start();
  await identifyInstallation(before.store);
  await before.store.append(areaAdded(1));

  const newKey = randomBytes(32);
  const after = start(newKey);
  await after.store.append(areaAdded(2));
  expect(await after.store.sealsDemanded()).toBe('older-key');
  await expect(after.check()).rejects.toThrow('run: npm run log -- demand-seals');
  expect(await faultsIn(after)).toEqual([]);

  await demand(after);
  expect(await after.store.sealsDemanded()).toBe('yes');
  await before.store.append(areaAdded(3));
  expect(await faultsIn(after)).toEqual(['business-area-3: it is sealed with a key that is no longer in use']);

  await expect(start().check()).rejects.toThrow('SEAL_KEYS must have every key');
  await expect(start(newKey).check()).resolves.toBeUndefined();
  await expect(start(randomBytes(32), newKey).sealCheck.checkKeys()).resolves.toBeUndefined();
});
