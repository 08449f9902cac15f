import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { eventCatalogue, type PorticoEvent } from '#domain/event-catalogue.ts';
import { openEventStore } from '#eventstore/open-event-store.ts';
import { createPool, type Pool } from '#platform/database.ts';
import { randomId } from '#platform/uuid.ts';
import { readPath } from '#projections/read-path.ts';
import { runProjections } from '#projections/run-projections.ts';
import { waitForPosition } from '#projections/wait-for-position.ts';
import { appUrlOf, urlOf } from '../postgres/postgres.ts';
import { runSql } from '../postgres/sql.ts';
import { type PorticoProcess, startPart } from '../processes/portico-process.ts';
import { organization } from '../world/sample-events.ts';
import { checkOutLastRelease, noLastRelease, runMigrations } from './last-release-commit.ts';

/** An installation of the last release gets this one, while the last one's projector runs. */
const name = noLastRelease ? `left out: ${noLastRelease}` : "an upgrade of the last release's data";
const patience = 30_000;

describe.skipIf(noLastRelease !== undefined)(name, () => {
  const database = `last_release_upgrade_${process.pid}`;
  const key = randomBytes(32);
  let old: ReturnType<typeof checkOutLastRelease>;
  let ownerUrl: string;
  let appUrl: string;
  let pool: Pool;
  let projector: PorticoProcess | undefined;
  const stopping = new AbortController();
  let projecting: Promise<void> | undefined;

  beforeAll(async () => {
    old = checkOutLastRelease();
    await runSql(inject('schemasUrl'), `create database ${database}`);
    [ownerUrl, appUrl] = [urlOf(inject('schemasUrl'), database), appUrlOf(inject('schemasUrl'), database)];
    runMigrations(old.folder, ownerUrl, appUrl);
    pool = createPool(appUrl, { applicationName: 'portico-test', searchPath: readPath });
  }, 60_000);
  afterAll(async () => {
    stopping.abort();
    await projecting;
    await projector?.stop();
    await pool.end();
    await runSql(inject('schemasUrl'), `drop database if exists ${database} with (force)`);
    old.remove();
  });

  test("the last release's tables stay in use until the new ones are full", { timeout: 90_000 }, async () => {
    const { store } = openEventStore({ pool, key, definitions: eventCatalogue });
    const happen = async (id: number): Promise<string> => {
      const event: PorticoEvent = organization(id, `Number ${id}`);
      const meta = {
        actor: { userId: 0, organizationId: 0, roles: [] },
        commandId: randomId(),
        correlationId: 'test',
        time: new Date().toISOString(),
      };
      const events = [{ ...event, id: randomId() }];
      return (await store.append({ stream: `organization-${id}`, expectedVersion: 0, events, meta })).position;
    };
    const numbers = async (schema: string) =>
      (await pool.query<{ id: number }>(`select id from ${schema}organizations order by id`)).rows.map(({ id }) => id);
    const oldShows = (ids: readonly number[]) =>
      vi.waitFor(async () => expect(await numbers(oldSchema)).toEqual(ids), patience);

    projector = startPart(old.folder, 'projector', { DATABASE_URL: appUrl, PORTICO_KEY: key.toString('base64') });
    await vi.waitFor(() => expect(projector?.output()).toContain('projections run'), patience);
    const { rows } = await vi.waitFor(async () => {
      const found = await pool.query<{ schema: string }>(
        `select n.nspname as schema from pg_class c join pg_namespace n on n.oid = c.relnamespace
         where c.relname = 'organizations' and c.relkind = 'v'`,
      );
      expect(found.rows).toHaveLength(1);
      return found;
    }, patience);
    const oldSchema = `${rows[0]?.schema}.`;
    await happen(1);
    await oldShows([1]);

    runMigrations(path.resolve(import.meta.dirname, '../..'), ownerUrl, appUrl);
    await happen(2);
    await oldShows([1, 2]);

    projecting = runProjections({ store, pool, signal: stopping.signal });
    const position = await happen(3);
    expect(await waitForPosition(pool, position, patience)).toBe(true);
    expect(await numbers('')).toEqual([1, 2, 3]);
    await oldShows([1, 2, 3]);
    expect(projector.code()).toBe(null);
    const waiting = await pool.query('select from parked_streams');
    expect(waiting.rowCount).toBe(0);
    await store.close();
  });
});
