import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { EventMeta } from '#domain/core/event.ts';
import { aboutAt } from '#domain/core/operation-kind.ts';
import { createPool } from '#platform/database.ts';
import { type OperationJob, requestIn } from '#workers/engine/job.ts';
import { isAway, markAway, markBack } from '#workers/engine/outage.ts';
import { enter, release, resourcesToWatch } from '#workers/engine/waiting-room.ts';
import { migrate } from '../../migrations/run.ts';
import { appRole, urlOf } from '../postgres/postgres.ts';
import { openSession, runSql } from '../postgres/sql.ts';
import { requestEvents } from '../world/request-events.ts';
import { checkOutLastRelease, jsonFrom, noLastRelease } from './last-release-commit.ts';

/**
 * What the last release reads and writes has to stay for one release (docs/decisions/0010-releases.md): columns, functions,
 * rights, and the schemas of events.
 */
const name = noLastRelease ? `left out: ${noLastRelease}` : 'what the last release uses';
const root = path.resolve(import.meta.dirname, '../..');

/** Everything that the application's role can use, a line each. */
const usable = `
  select format('column %s.%s %s', c.oid::regclass, a.attname, format_type(a.atttypid, a.atttypmod)) as thing
  from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relkind in ('r', 'v', 'p') and has_table_privilege($1, c.oid, 'select')
  union all
  select format('right to %s %s', r, c.oid::regclass)
  from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
  cross join unnest(array['select', 'insert', 'update', 'delete']) as r
  where c.relkind in ('r', 'v', 'p') and has_table_privilege($1, c.oid, r)
  union all
  select format('function %s returns %s', p.oid::regprocedure, pg_get_function_result(p.oid))
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace and n.nspname = 'public'
  where has_function_privilege($1, p.oid, 'execute')
    and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  union all
  select format('sequence %s', c.oid::regclass)
  from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
  where case when c.relkind = 'S' then has_sequence_privilege($1, c.oid, 'usage') end`;

/** Columns that each insert has to name. An older program does not name a new one. */
const demanded = `
  select format('%s.%s', c.oid::regclass, a.attname) as thing
  from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relkind in ('r', 'p') and a.attnotnull and not a.atthasdef and a.attidentity = ''
    and has_table_privilege($1, c.oid, 'insert')`;

/** What the last release has and does not use any more, so that it may go. */
const unused: readonly string[] = [];

type Schema = {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  required?: string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  pattern?: string;
  [limit: string]: unknown;
};
type Catalogue = Record<string, { version: number; schema: Schema }>;

const schemasOf = `
  import * as z from 'zod/mini';
  const { eventCatalogue } = await import('./domain/event-catalogue.ts');
  const one = ([type, { version, schema }]) => [type, { version, schema: z.toJSONSchema(schema, { unrepresentable: 'any' }) }];
  console.log(JSON.stringify(Object.fromEntries(Object.entries(eventCatalogue).map(one))));`;

const least = ['minLength', 'minimum', 'exclusiveMinimum', 'minItems'];
const most = ['maxLength', 'maximum', 'exclusiveMaximum', 'maxItems'];
const valuesOf = ({ enum: several, const: one }: Schema) => several ?? (one === undefined ? undefined : [one]);
const typesOf = ({ type = [] }: Schema) => [type].flat();
const choicesOf = ({ anyOf, oneOf }: Schema) => anyOf ?? oneOf;

/** Returns the places where values of the schema `now` can be such that `before` refuses them. */
const refusedIn = (before: Schema, now: Schema, place: string): string[] => {
  const [choicesBefore, choicesNow] = [choicesOf(before), choicesOf(now)];
  if (choicesBefore || choicesNow) {
    const fits = (one: Schema) =>
      (choicesBefore ?? [before]).some((other) => refusedIn(other, one, place).length === 0);
    return (choicesNow ?? [now]).every(fits) ? [] : [`${place}: another choice`];
  }
  const found: string[] = [];
  const say = (what: string) => found.push(`${place}: ${what}`);
  const types = typesOf(before);
  const others = typesOf(now).filter(
    (type) => !types.includes(type) && !(type === 'integer' && types.includes('number')),
  );
  if (types.length > 0 && others.length > 0) say(`type ${others.join(', ')}`);
  const allowed = valuesOf(before);
  if (allowed) {
    const more = (valuesOf(now) ?? ['any']).filter((value) => !allowed.includes(value));
    if (more.length > 0) say(`values ${more.join(', ')}`);
  }
  if (before.pattern !== undefined && before.pattern !== now.pattern) say('another pattern');
  for (const limit of least)
    if (before[limit] !== undefined && !(Number(now[limit]) >= Number(before[limit]))) say(`${limit} ${now[limit]}`);
  for (const limit of most)
    if (before[limit] !== undefined && !(Number(now[limit]) <= Number(before[limit]))) say(`${limit} ${now[limit]}`);
  for (const field of before.required ?? [])
    if (!now.required?.includes(field)) say(`${field} is not required any more`);
  for (const [field, schema] of Object.entries(before.properties ?? {})) {
    const next = now.properties?.[field];
    if (next) found.push(...refusedIn(schema, next, `${place}.${field}`));
  }
  if (before.items && now.items) found.push(...refusedIn(before.items, now.items, `${place}[]`));
  return found;
};

describe('the comparison of two schemas', () => {
  const text: Schema = { type: 'string', maxLength: 5, enum: ['a', 'b'] };
  const object = (field: Schema, required: string[]): Schema => ({ type: 'object', properties: { field }, required });

  test('accepts more fields, and values that were allowed before', () => {
    const now = { ...object({ ...text, enum: ['a'] }, ['field']), title: 'more' };
    expect(refusedIn(object(text, []), { ...now, properties: { ...now.properties, more: text } }, 'it')).toEqual([]);
  });

  test('finds new values, wider limits, other types and fields that may be missing now', () => {
    expect(refusedIn(object(text, []), object({ ...text, enum: ['c'] }, []), 'it')).toEqual(['it.field: values c']);
    expect(refusedIn(text, { ...text, maxLength: 6 }, 'it')).toEqual(['it: maxLength 6']);
    expect(refusedIn(text, { ...text, type: 'number' }, 'it')).toEqual(['it: type number']);
    expect(refusedIn(object(text, ['field']), object(text, []), 'it')).toEqual(['it: field is not required any more']);
    expect(refusedIn(text, { anyOf: [text, { type: 'null' }] }, 'it')).toEqual(['it: another choice']);
  });
});

describe.skipIf(noLastRelease !== undefined)(name, { timeout: 60_000 }, () => {
  const database = `last_release_${process.pid}`;
  let old: ReturnType<typeof checkOutLastRelease>;
  let url: string;
  beforeAll(async () => {
    old = checkOutLastRelease();
    await runSql(inject('schemasUrl'), `create database ${database}`);
    url = urlOf(inject('schemasUrl'), database);
  }, 60_000);
  afterAll(async () => {
    old.remove();
    await runSql(inject('schemasUrl'), `drop database if exists ${database} with (force)`);
  });

  test('no migration takes away a column, a function or a right, or demands what the last release does not write', async () => {
    const session = await openSession(url);
    const things = async (query: string): Promise<string[]> =>
      (await session.query<{ thing: string }>(query, [appRole])).rows.map(({ thing }) => thing).sort();
    await migrate(url, appRole, new URL(`${pathToFileURL(old.folder)}/migrations/`));
    const [usedBefore, demandedBefore] = [await things(usable), await things(demanded)];
    expect(usedBefore.length).toBeGreaterThan(100);
    await migrate(url, appRole);
    const usedNow = new Set(await things(usable));
    expect(usedBefore.filter((thing) => !usedNow.has(thing))).toEqual(unused);
    const ofLast = new Set(usedBefore.map((thing) => thing.replace(/^right to insert /, '')));
    const more = (await things(demanded)).filter((thing) => !demandedBefore.includes(thing));
    expect(more.filter((thing) => ofLast.has(thing.slice(0, thing.lastIndexOf('.'))))).toEqual([]);
    await session.end();
  });

  test('no migration needs a newer release than the last', async () => {
    const session = await openSession(url);
    await migrate(url, appRole);
    const { rows } = await session.query<{ needed: number }>(
      'select coalesce(max(min_reader), 0) as needed from schema_migrations',
    );
    const files = jsonFrom(
      old.folder,
      `import { thisRelease } from './platform/release.ts'; console.log(JSON.stringify(thisRelease.files));`,
    );
    expect(Number(rows[0]?.needed)).toBeLessThanOrEqual(Number((files as string[]).at(-1)?.slice(0, 3)));
    await session.end();
  });

  test('this release reads what each job of the last one is about', () => {
    const program = `
      const { eventCatalogue } = await import('./domain/event-catalogue.ts');
      const { jobIn } = await import('./workers/engine/job.ts');
      const events = ${JSON.stringify(requestEvents)};
      console.log(JSON.stringify(events.map((event) => (event.type in eventCatalogue ? jobIn(event) : null))));`;
    const jobs = (jsonFrom(old.folder, program) as (OperationJob | null)[]).flatMap((job, index) =>
      job ? [[job.about, requestIn(requestEvents[index] as (typeof requestEvents)[number])?.about]] : [],
    );
    expect(jobs.length).toBeGreaterThan(10);
    for (const [found, wanted] of jobs) expect(found).toEqual(wanted);
  });

  test('both releases see the same outages, and release what waits of each other', async () => {
    await migrate(url, appRole);
    const pool = createPool(url, { applicationName: 'test', max: 1 });
    const operationOf = (id: number) => `0b1c2d3e-4f50-4a61-8b72-93a4b5c6d70${id}`;
    const jobOf = (id: number) => ({
      operationId: operationOf(id),
      replay: 0,
      about: { kind: 'deploy', ...aboutAt('deployment', id) } as const,
    });
    await markAway(pool, 'gateway-3');
    expect(await enter(pool, 'gateway-3', jobOf(3), new Date().toISOString())).toBe(true);
    const program = `
      const { createPool } = await import('./platform/database.ts');
      const { isAway, markAway } = await import('./workers/engine/outage.ts');
      const { enter, release, resourcesToWatch } = await import('./workers/engine/waiting-room.ts');
      const pool = createPool(${JSON.stringify(url)}, { applicationName: 'last', max: 1 });
      await markAway(pool, 'gateway-3');
      await markAway(pool, 'gateway-4');
      const entered = await enter(pool, 'gateway-4', ${JSON.stringify(jobOf(4))}, new Date().toISOString());
      const seen = { entered, isAway: await isAway(pool, 'gateway-3'), watched: await resourcesToWatch(pool) };
      console.log(JSON.stringify({ ...seen, released: await release(pool, 'gateway-3', 4) }));
      await pool.end();`;
    const seen = jsonFrom(old.folder, program) as { watched: string[] };
    expect({ ...seen, watched: seen.watched.toSorted() }).toEqual({
      entered: true,
      isAway: true,
      watched: ['gateway-3', 'gateway-4'],
      released: { jobs: [jobOf(3)], left: 1 },
    });
    expect((await resourcesToWatch(pool)).toSorted()).toEqual(['gateway-3', 'gateway-4']);
    const { jobs } = await release(pool, 'gateway-4', 4);
    expect(jobs).toEqual([jobOf(4)]);
    await markBack(pool, 'gateway-4');
    expect([await isAway(pool, 'gateway-3'), await isAway(pool, 'gateway-4')]).toEqual([true, false]);
    await pool.end();
  });

  test('it can read every event, or knows by its type or version that it is of a newer release', () => {
    const [before, now] = [old.folder, root].map((folder) => jsonFrom(folder, schemasOf) as Catalogue);
    const refused = Object.entries(now as Catalogue).flatMap(([type, { version, schema }]) => {
      const last = (before as Catalogue)[type];
      return last?.version === version ? refusedIn(last.schema, schema, type) : [];
    });
    expect(refused).toEqual([]);
  });

  test('it reads an event whose envelope has more than it knows', () => {
    const meta: EventMeta = {
      actor: { userId: 5, organizationId: 2, roles: ['ROLE_PORTAL_ADMIN'] },
      commandId: randomUUID(),
      correlationId: 'test',
      time: '2026-11-25T08:00:00.000Z',
      rule: 'business-area.save',
      session: 'a keyed hash',
    };
    const written = { ...meta, outcome: 'a hash', seal: 'a seal', later: 'what a later release writes' };
    const data = { businessAreaId: 3, name: 'Payments', description: '' };
    const stored = {
      ...{ id: randomUUID(), stream: 'business-area-3', version: 1, position: '', type: 'BusinessAreaAdded' },
      ...{ schemaVersion: 1, data: JSON.stringify(data), meta: JSON.stringify(written) },
    };
    const program = `
      const { createCodec } = await import('./eventstore/codec.ts');
      const { eventCatalogue } = await import('./domain/event-catalogue.ts');
      const keys = { forReading: async () => new Map() };
      const codec = createCodec({ definitions: eventCatalogue, keys });
      console.log(JSON.stringify(await codec.decode([${JSON.stringify(stored)}], { fresh: true })));`;
    expect(jsonFrom(old.folder, program)).toMatchObject([{ type: 'BusinessAreaAdded', data, meta }]);
  });
});
