import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import type { CompiledQuery } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AsOfPage } from '#domain/as-of/schema.ts';
import type { AuditPage } from '#domain/audit/schema.ts';
import { eventCatalogue } from '#domain/event-catalogue.ts';
import { exportProof } from '#eventstore/export-proof.ts';
import { openEventStore } from '#eventstore/open-event-store.ts';
import { root } from '#test/production/npm-run.ts';
import { within } from '#test/runner/limit.ts';
import type { Member } from '#test/world/bff-seed.ts';
import { type BffWorld, publicUrl, startBffWorld } from '#test/world/bff-world.ts';
import { newGrant } from '../access/examples.ts';
import { readAllSpans } from './spans.ts';

let world: BffWorld;
let apiId: number;
/** More rows than are read at once, twice. */
const keys = 230;
beforeAll(async () => {
  world = await startBffWorld();
  const { acme, partner, seed, publicGatewayId, pool } = world;
  apiId = await seed.api(acme.organizationId, acme.applicationId, 'Harbour API');
  const { deploymentId, position } = await seed.deployment(apiId, publicGatewayId, 'deployed', { environment: 'PROD' });
  await newGrant(world, partner, apiId);
  const made = await seed.consumer(deploymentId, apiId, partner.organizationId);
  await world.shown(position);
  await world.shown(made.position);
  // As many as the projection would make of as many keys, also beside those of another API.
  await pool.query(
    `insert into access_spans (id, subject, part, kind, noun, organization_id, api_id, environment, name, client, detail,
       given_by, given_at, since, until, cause)
     select 'made-' || n || '/1/' || kind, 'consumer-' || 1000000 + n, 1, kind, noun, organization_id,
       case when n % 10 = 0 then -1 else api_id end, environment, '=made ' || n, '', '{}', given_by, given_at, since,
       case when n = 7 then since end, null
     from access_spans, generate_series(1, $2) as n where subject = $1`,
    [`consumer-${made.consumerId}`, keys],
  );
});
afterAll(() => world?.close());

const ask = (who: Member, query: string, method = 'GET', headers: Record<string, string> = {}) =>
  world.app.request(`${publicUrl}/api/as-of/download?of=api&id=${apiId}${query}`, {
    method,
    headers: { ...world.credentials(who), ...headers },
  });
const filesOf = async (response: Response): Promise<Readonly<Record<string, Uint8Array>>> => {
  expect(response.status).toBe(200);
  return unzipSync(new Uint8Array(await response.arrayBuffer()));
};
const textOf = async (who: Member, query: string): Promise<string> =>
  strFromU8(Object.values(await filesOf(await ask(who, query)))[0] ?? new Uint8Array());
const exportsOf = async (who: Member) => {
  await world.allShown();
  const { body } = await world.ask(who, 'GET', `/api/audit?noun=audit-export&userId=${who.userId}`);
  return (body as unknown as AuditPage).entries;
};

it('has all rows of the answer, once, in each format, and runs no formula', async () => {
  const { auditor } = world.acme.members;
  const rows: AsOfPage['rows'] = [];
  for (let page = 0; ; page += 1) {
    const { body } = await world.ask(auditor, 'GET', `/api/as-of?of=api&id=${apiId}&page=${page}`);
    const found = body as unknown as AsOfPage;
    rows.push(...found.rows);
    if (rows.length >= found.total) break;
  }
  // The access and its key; of the others one in ten is of another API, and one had ended.
  expect(rows).toHaveLength(2 + keys - keys / 10 - 1);
  const lines = (await textOf(auditor, '&format=jsonl')).trim().split('\n');
  const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1);
  expect(lines.map((line) => JSON.parse(line)).sort(byId)).toEqual(rows.toSorted(byId));
  // Found by several statements, the last of which finds nothing.
  const question = { id: apiId, at: new Date(), env: undefined, only: undefined, words: undefined, state: undefined };
  for (const most of [50, rows.length]) {
    const ids: string[] = [];
    for await (const part of readAllSpans(world.services.db, question, 'api', most))
      ids.push(...part.map(({ id }) => id));
    expect(ids.toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
  }
  const table = (await textOf(auditor, '')).trim().split('\r\n');
  expect(table).toHaveLength(rows.length + 1);
  expect(table.find((line) => line.includes('made 3,'))).toMatch(/^working,consumer,.*,'=made 3,/);
  const page = await textOf(auditor, '&format=html');
  expect(page.match(/<tr><td/g)).toHaveLength(rows.length);
  const chosen = (await textOf(auditor, '&format=jsonl&search=made%2011&env=PROD&state=working')).trim().split('\n');
  const named = rows.filter(({ name }) => name.startsWith('=made 11'));
  expect(chosen.map((line) => JSON.parse(line)).sort(byId)).toEqual(named.toSorted(byId));
});

/** What Postgres tells of a step of a plan that it ran. */
type Step = Readonly<Record<'Actual Rows' | 'Actual Loops', number>> &
  Readonly<Partial<Record<'Rows Removed by Filter' | 'Rows Removed by Index Recheck', number>>> &
  Readonly<{ 'Relation Name'?: string; Plans?: readonly Step[] }>;

/** Returns how many spans each step of a plan read. */
const spansRead = (step: Step): number[] => {
  const { 'Rows Removed by Filter': filtered = 0, 'Rows Removed by Index Recheck': rechecked = 0 } = step;
  const all = (step['Actual Rows'] + filtered + rechecked) * step['Actual Loops'];
  const own = step['Relation Name']?.startsWith('access_spans') ? [all] : [];
  return [...own, ...(step.Plans ?? []).flatMap(spansRead)];
};

it('reads no more spans with one statement than rows are found among, however many there are', async () => {
  const { pool, services } = world;
  const [crowd, most] = [900_001, 400];
  // Of each key the first credentials have ended before.
  await pool.query(
    `insert into access_spans (id, subject, part, kind, noun, organization_id, api_id, environment, name, client, detail, since, until)
     select 'crowd-' || n || '/' || part || '/' || kind, 'consumer-' || 2000000 + n, part, kind, 'consumer', 1, $1, 'PROD',
       'crowd', '', '{}', now() - interval '1 hour', case when part = 1 then now() - interval '1 minute' end
     from generate_series(1, 4000) as n, generate_series(1, 2) as part, unnest(array['entitled', 'in-force']) as kind`,
    [crowd],
  );
  const { rows: tables } = await pool.query(
    `select relname from pg_class where relname ~ '^access_spans_v[0-9]+$' and relkind = 'r'`,
  );
  for (const { relname } of tables) await pool.query(`analyze read.${relname}`);
  const read: number[] = [];
  /** The same database, which tells what each statement reads of it. */
  const db = new Proxy(services.db, {
    get: (target, name) => {
      const own = Reflect.get(target, name, target);
      if (name !== 'executeQuery') return typeof own === 'function' ? own.bind(target) : own;
      return async (query: CompiledQuery) => {
        const { rows } = await pool.query(`explain (analyze, format json) ${query.sql}`, [...query.parameters]);
        read.push(Math.max(...spansRead(rows[0]['QUERY PLAN'][0].Plan)));
        return await target.executeQuery(query);
      };
    },
  });
  const ids = new Set<string>();
  const question = { id: crowd, at: new Date(), env: undefined, only: undefined, words: undefined, state: undefined };
  for await (const part of readAllSpans(db, question, 'api', most)) for (const { id } of part) ids.add(id);
  expect(ids.size).toBe(4_000);
  // 40 times an end, rows and a part of them, then nothing.
  expect(read).toHaveLength(3 * 40 + 2);
  expect(Math.max(...read)).toBe(most);
});

it('is recorded with its moment, and a program that knows nothing but the key of the log accepts it', async () => {
  const { auditor } = world.acme.members;
  const folder = await mkdtemp(path.join(tmpdir(), 'portico-'));
  const at = (name: string) => path.join(folder, name);
  const key = Buffer.from(world.operatorEnv.PORTICO_KEY, 'base64');
  const { store, checkpoints, verifier } = openEventStore({ pool: world.pool, key, definitions: eventCatalogue });
  const sign = async () => {
    await store.seal();
    await checkpoints.make();
  };
  await sign();
  const moment = new Date().toISOString();
  for (const [name, data] of Object.entries(await filesOf(await ask(auditor, `&at=${moment}&env=PROD&search=made`))))
    await writeFile(at(name), data);
  const [completed, begun] = await exportsOf(auditor);
  expect(begun).toMatchObject({
    ...{ type: 'AuditExportBegun', act: 'exported', rule: 'audit.list' },
    values: { asOf: moment, environment: 'PROD', thing: `api-${apiId}`, format: 'csv' },
  });
  const entries = keys - keys / 10 - 1;
  expect(completed).toMatchObject({ type: 'AuditExportCompleted', values: { entries } });
  const stream = `audit-export-${completed?.thing}`;
  const { note, events } = await within(1_500, async () => {
    await sign();
    const proof = await exportProof(world.pool, checkpoints.source, stream);
    if (proof?.events.length !== 2) throw new Error('the checkpoint does not cover the export yet');
    return proof;
  });
  await writeFile(at('proof.jsonl'), [{ note }, ...events].map((line) => JSON.stringify(line)).join('\n'));
  const verify = () => {
    const script = path.join(root, 'scripts/verify-log-export.mjs');
    const given = [script, at('proof.jsonl'), '--key', verifier.key, '--manifest', at('manifest.json')];
    const { status, stdout, stderr } = spawnSync(process.execPath, given, { encoding: 'utf8' });
    return [status, `${stdout}${stderr}`.trim()];
  };
  expect(verify()).toEqual([0, expect.stringContaining(`The export has ${entries} entries, as recorded.`)]);
  await writeFile(at('as-of-1.csv'), 'State\r\n');
  expect(verify()).toEqual([1, 'as-of-1.csv is not what was exported.']);
  await store.close();
  await rm(folder, { recursive: true });
});

it('has nothing of an erased person, and says in the manifest what a person could do', async () => {
  const { acme } = world;
  const { auditor, portal } = acme.members;
  const gone = await world.seed.user(acme.organizationId, 'quetzal', ['ROLE_COMPANY_ADMIN']);
  await world.allShown();
  await world.signIn(gone);
  const send = async (who: Member, method: string, target: string, json?: object) => {
    const { status, body } = await world.ask(who, method, target, json ? { json } : {});
    expect(status, JSON.stringify(body)).toBe(200);
    await world.shown(body.position);
  };
  await send(gone, 'POST', '/api/user', { id: 0, firstname: 'Quetzal', lastname: 'Coatl', phoneNumber: '' });
  const moment = new Date().toISOString();
  const ofPerson = async () => {
    const target = `${publicUrl}/api/as-of/download?of=user&id=${gone.userId}&at=${moment}&format=jsonl`;
    return await filesOf(await world.app.request(target, { headers: world.credentials(auditor) }));
  };
  const before = await ofPerson();
  expect(strFromU8(before['as-of-1.jsonl'] as Uint8Array)).toContain('Quetzal');
  const { rights, query } = JSON.parse(strFromU8(before['manifest.json'] as Uint8Array));
  expect(rights).toContain('user.list');
  expect(query).toMatchObject({ thing: `user-${gone.userId}`, asOf: moment });
  await send(portal, 'DELETE', `/api/user?id=${gone.userId}`);
  await send(portal, 'POST', '/api/user/erase', { id: gone.userId });
  const after = await ofPerson();
  expect(
    Object.values(after)
      .map((data) => strFromU8(data))
      .join(''),
  ).not.toMatch(/quetzal/i);
  expect(strFromU8(after['as-of-1.jsonl'] as Uint8Array)).toContain(`"person":{"id":${gone.userId},"name":""}`);
});

it('of a partner’s auditor has their own organization only', async () => {
  const { partner, acme } = world;
  const rows = (await textOf(partner.members.auditor, '&format=jsonl'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(new Set(rows.map(({ organization }) => organization.id))).toEqual(new Set([partner.organizationId]));
  const ofAcme = `${publicUrl}/api/as-of/download?of=organization&id=${acme.organizationId}&format=jsonl`;
  const files = await filesOf(await world.app.request(ofAcme, { headers: world.credentials(partner.members.auditor) }));
  expect(strFromU8(files['as-of-1.jsonl'] as Uint8Array)).toBe('');
  expect(JSON.parse(strFromU8(files['manifest.json'] as Uint8Array))).toMatchObject({
    entriesOf: `organization ${partner.organizationId}`,
    entries: 0,
  });
});

it('is not begun for a question that is refused, for a HEAD, or for another site; one that breaks off is recorded so', async () => {
  const { portal } = world.acme.members;
  const before = (await exportsOf(portal)).length;
  expect((await ask(portal, '&at=2999-01-01T00:00:00Z')).status).toBe(400);
  expect((await ask(portal, '', 'HEAD')).status).toBe(200);
  expect((await ask(portal, '', 'GET', { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  expect(await exportsOf(portal)).toHaveLength(before);
  await (await ask(portal, '')).body?.cancel();
  const types = async () => (await exportsOf(portal)).slice(0, -before || undefined).map(({ type }) => type);
  await within(300, async () => expect(await types()).toEqual(['AuditExportBrokenOff', 'AuditExportBegun']));
});
