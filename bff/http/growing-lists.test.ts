import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { deletedApiListQuery } from '#domain/api/deleted-api.ts';
import { credentialViewListQuery } from '#domain/consumer/credential-view.ts';
import { requestListQuery } from '#domain/gateway-request/schema.ts';
import { historyListQuery } from '#domain/history/schema.ts';
import { noticeListQuery } from '#domain/notice/schema.ts';
import { operationListQuery, operationStates } from '#domain/operation/schema.ts';
import { operationKinds } from '#domain/operation-kinds/operation-kinds.ts';
import { ownRequestListQuery } from '#domain/own-request/schema.ts';
import { reviewLineListQuery, reviewRoundListQuery } from '#domain/review-round/schema.ts';
import { updatedRoleQuery } from '#domain/user/manage-form.ts';
import { physicalName } from '#projections/engine/table.ts';
import type { ProjectedTables } from '#projections/read-tables.ts';
import { openSession, type Session } from '#test/postgres/sql.ts';
import { fc } from '#test/runner/chance.ts';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';
import { insertRows } from '#test/world/insert-rows.ts';
import { routes } from '../routes.ts';
import { cursorText } from './cursor.ts';

let world: BffWorld;
let owner: Session;
/** The review whose lines are walked through. */
const reviewed = () => world.acme.apiId;
/** All times are in one millisecond, so that only a cursor with microseconds tells them apart. */
let moment: string;
beforeAll(async () => {
  world = await startBffWorld({ env: { CALL_LIMIT_FACTOR: '100' } });
  await world.allShown();
  await world.stopProjections();
  owner = await openSession(world.ownerUrl);
  await owner.query("select ensure_request_partition((now() at time zone 'UTC')::date)");
  moment = new Date().toISOString().slice(0, -1);
  await insertRows(world.pool, 'review_rounds', [{ id: reviewed() }]);
});
afterAll(async () => {
  await owner.end();
  await world.close();
});

const numbers = fc.sample(fc.noBias(fc.nat()), 5_000);
const uuids = fc.sample(fc.uuid(), 20_000);
/** Counts its calls. */
const counter = () => {
  let count = 0;
  return (): number => {
    count += 1;
    return count;
  };
};
const drawn = counter();
const made = counter();
const below = (count: number): number => (numbers[drawn() % numbers.length] as number) % count;
const oneOf = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item;
const uuid = (): string => uuids[made()] as string;
const number = (): number => 100_000 + made();
const time = (): string => `${moment}${String(below(40)).padStart(3, '0')}Z`;
/** People, and one whom nobody knows: the names that a list is sorted by are null there. */
const somebody = () => oneOf([...Object.values(world.acme.members).map(({ userId }) => userId), 99_999]);
const word = () => oneOf(['', 'ärger', 'Zoll', 'zoll', 'Łódź', 'שלום', '=1+1']);

type Row = Readonly<{ id: string | number }> & Readonly<Record<string, unknown>>;

/**
 * @property path   of its call, with what is searched.
 * @property items  the field of its rows.
 * @property add    puts new rows in, and returns their ids.
 */
type List = Readonly<{
  path: () => string;
  items: string;
  query: { shape: { sort: unknown } };
  add: (count: number) => Promise<string[]>;
  remove: (ids: readonly string[]) => Promise<void>;
  /** The id on the wire. Default: the row's. */
  shownAs?: (id: string) => string;
}>;

const ofTable = (table: keyof ProjectedTables, row: () => Row): Pick<List, 'add' | 'remove'> => ({
  add: async (count) => {
    const rows = Array.from({ length: count }, row);
    await insertRows(world.pool, table, rows);
    return rows.map(({ id }) => String(id));
  },
  remove: async (ids) => {
    await world.pool.query(`delete from ${physicalName(table, 1)} where id::text = any($1)`, [ids]);
  },
});

const operations = ofTable('operations', () => ({
  ...{ id: uuid(), kind: oneOf(operationKinds), state: oneOf(operationStates), requested_at: time() },
  ...{ updated_at: time(), api_name: 'Walked', requested_by: somebody() },
}));

/** The calls of gateways, with the counts of their hours. */
const calls: Pick<List, 'add' | 'remove'> = (() => {
  const columns = `started_at, gateway_id, request_id, api_id, api_name, organization_name, environment, client_ip,
    upstream_uri, status`;
  const count = () =>
    owner.query(`delete from gateway_request_counts; insert into gateway_request_counts
      select date_trunc('hour', started_at), api_id, organization_id, environment, status, count(*) from gateway_requests
      group by 1, 2, 3, 4, 5`);
  return {
    add: async (size) => {
      const rows = Array.from({ length: size }, () => ({
        ...{ started_at: time(), gateway_id: 1, request_id: uuid(), api_id: world.acme.apiId, api_name: word() },
        ...{ organization_name: word(), environment: oneOf(['DEV', 'PROD']), client_ip: `192.0.2.${below(9)}` },
        // So long that only their beginnings are compared.
        ...{ upstream_uri: `/${word()}/${'ﷺ'.repeat(below(2) * 100)}${below(9)}`, status: oneOf([200, 404, 500]) },
      }));
      const { rows: added } = await owner.query<{ id: string }>(
        `insert into gateway_requests (${columns})
         select ${columns} from json_populate_recordset(null::gateway_requests, $1) returning id`,
        [JSON.stringify(rows)],
      );
      await count();
      return added.map(({ id }) => String(id));
    },
    remove: async (ids) => {
      await owner.query('delete from gateway_requests where id = any($1)', [ids]);
      await count();
    },
  };
})();

const lists: Readonly<Record<string, List>> = {
  operations: { path: () => '/api/operations?', items: 'operations', query: operationListQuery, ...operations },
  'operations that are searched': {
    ...{ path: () => '/api/operations?name=walked&', items: 'operations', query: operationListQuery },
    ...operations,
  },
  'the access report': {
    ...{ path: () => `/api/kong/requests?apiId=${world.acme.apiId}&`, items: 'data', query: requestListQuery },
    ...calls,
  },
  notices: {
    ...{ path: () => '/api/notices?', items: 'notices', query: noticeListQuery },
    ...ofTable('notices', () => ({
      ...{ id: uuid(), user_id: world.acme.members.portal.userId, kind: 'access-denied', at: time() },
    })),
  },
  'the history of an API': {
    ...{ path: () => `/api/api-history/${world.acme.apiId}?`, items: 'entries', query: historyListQuery },
    ...ofTable('history', () => ({
      ...{ id: uuid(), happened_at: time(), noun: 'api', about_noun: 'api', about_id: world.acme.apiId },
      ...{ kind: oneOf(['ApiChanged', 'ApiPublished']), user_id: somebody(), area: 'api', values: {} },
    })),
  },
  'own requests': {
    ...{ path: () => '/api/my-requests?', items: 'requests', query: ownRequestListQuery },
    ...ofTable('issues', () => ({
      ...{ id: number(), reporter_id: world.acme.members.portal.userId, reported_at: time(), state: 'closed' },
      closed_at: oneOf([time(), null]),
    })),
    shownAs: (id) => `issue-${id}`,
  },
  'viewed keys': {
    ...{ path: () => '/api/view-consumer-list?', items: 'records', query: credentialViewListQuery },
    ...ofTable('credential_views', () => ({
      ...{ id: uuid(), consumer_name: word(), user_id: somebody(), client_address: `192.0.2.${below(9)}` },
      ...{ organization_id: oneOf([world.acme.organizationId, null]), viewed_at: time() },
    })),
  },
  'changes of roles': {
    ...{ path: () => '/api/updatedRole?', items: 'updatedRoles', query: updatedRoleQuery },
    ...ofTable('role_changes', () => ({
      ...{ id: uuid(), user_id: somebody(), changed_by: somebody(), changed_at: time() },
      changed_by_organization: oneOf([world.acme.organizationId, 99_999]),
    })),
  },
  // Before the reviews, of which it needs one: their walk removes any.
  'lines of a review': {
    ...{ path: () => `/api/review-round/${reviewed()}/lines?`, items: 'lines', query: reviewLineListQuery },
    ...ofTable('review_lines', () => ({
      ...{ id: `${reviewed()}-${number()}`, review_round_id: reviewed(), kind: oneOf(['key', 'role', 'api-access']) },
      ...{ name: word(), thing_id: somebody(), given_at: time(), idle_since: oneOf([time(), null]) },
      organization_id: oneOf([world.acme.organizationId, 99_999]),
    })),
  },
  'reviews of access': {
    ...{ path: () => '/api/review-rounds?', items: 'rounds', query: reviewRoundListQuery },
    ...ofTable('review_rounds', () => ({ id: number(), started_at: time(), due_at: time() })),
  },
  'deleted APIs': {
    ...{ path: () => '/api/deleteAPI?', items: 'records', query: deletedApiListQuery },
    ...ofTable('deleted_apis', () => ({
      ...{ id: number(), name: word(), deleted_by: somebody(), deleted_at: time() },
      organization_id: oneOf([world.acme.organizationId, 99_999]),
    })),
  },
};

type Page = Readonly<{ ids: string[]; total: number; start: number; next: string | null; previous: string | null }>;

const sortsOf = ({ query }: List): string[] => {
  const { sort } = query.shape as { sort: { def: { innerType: { options: string[] } } } };
  return sort.def.innerType.options;
};
const ask = (list: List, rest: string) => world.ask(world.acme.members.portal, 'GET', `${list.path()}${rest}`);
const pageOf = async (list: List, rest: string): Promise<Page> => {
  const { status, body } = await ask(list, rest);
  expect(status, JSON.stringify(body)).toBe(200);
  return { ...body, ids: (body[list.items] as { id: string | number }[]).map(({ id }) => String(id)) } as Page;
};

const inserted = 55;
const deleted = 8;

/**
 * Reads all pages on one side, and lets rows come and go between them.
 *
 * @param rows ids on the wire of all rows that are there; keeps them up to date.
 * @returns the ids that were shown, the ones that were there the whole time, and the last page.
 */
const walk = async (list: List, rows: Set<string>, first: Page, side: 'next' | 'previous', order: string) => {
  const { shownAs = (id: string) => id } = list;
  const stayed = new Set(rows);
  const shown = [...first.ids];
  const remove = async (id: string) => {
    await list.remove([id.slice(shownAs('').length)]);
    rows.delete(id);
    stayed.delete(id);
  };
  let page = first;
  for (let step = 0; page[side] !== null; step += 1) {
    if (step < deleted) {
      // Also the row that the cursor names.
      const edge = page.ids.at(side === 'next' ? -1 : 0);
      const isOurs = (id: string) => id.startsWith(shownAs(''));
      await remove(step % 2 === 0 && edge && isOurs(edge) ? edge : oneOf([...stayed].filter(isOurs)));
    }
    if (step < inserted / 5) for (const id of await list.add(5)) rows.add(shownAs(id));
    page = await pageOf(list, `${order}&${side === 'next' ? 'after' : 'before'}=${page[side]}`);
    expect(page.total).toBe(rows.size);
    expect(page.start).toBeGreaterThanOrEqual(0);
    expect(page.start + page.ids.length).toBeLessThanOrEqual(page.total);
    shown.push(...page.ids);
  }
  return { shown, stayed, page };
};

const twice = (ids: readonly string[]) => ids.filter((id, index) => ids.indexOf(id) !== index);
const missing = (ids: Iterable<string>, shown: readonly string[]) => [...ids].filter((id) => !shown.includes(id));

describe.each(Object.entries(lists))('%s', (_name, list) => {
  /** What was there before the test, such as the events of the world. */
  const rows = new Set<string>();
  const { shownAs = (id: string) => id } = list;
  beforeAll(async () => {
    for (let after = ''; ; ) {
      const page = await pageOf(list, after);
      for (const id of page.ids) rows.add(id);
      if (page.next === null) break;
      after = `after=${page.next}`;
    }
    for (const id of await list.add(240 - rows.size)) rows.add(shownAs(id));
  });

  test.each(sortsOf(list).flatMap((sort) => [`sort=${sort}&order=asc`, `sort=${sort}&order=desc`]))(
    '%s: each row that stays is shown once, forth and back',
    async (order) => {
      const first = await pageOf(list, order);
      expect(first).toMatchObject({ start: 0, previous: null, total: rows.size });

      const forth = await walk(list, rows, first, 'next', order);
      expect(twice(forth.shown)).toEqual([]);
      expect(missing(forth.stayed, forth.shown)).toEqual([]);

      // Back in the default order only: it compares as forth in the other one.
      if (order.endsWith('desc')) {
        const back = await walk(list, rows, forth.page, 'previous', order);
        expect(twice(back.shown)).toEqual([]);
        expect(missing(back.stayed, back.shown)).toEqual([]);
        expect(back.page.start).toBe(0);
      }

      // At rest, the pages are those of the numbers.
      const size = first.ids.length;
      const numbered = await pageOf(list, `${order}&page=0`);
      const second = await pageOf(list, `${order}&page=1`);
      expect(await pageOf(list, `${order}&after=${numbered.next}`)).toEqual(second);
      expect(second).toMatchObject({ page: 1, start: size });
      expect(await pageOf(list, `${order}&before=${second.previous}`)).toEqual(numbered);

      const extra = [...rows].slice(240);
      await list.remove(extra.map((id) => id.slice(shownAs('').length)));
      for (const id of extra) rows.delete(id);
    },
  );

  it('says where a page without rows stands', async () => {
    const { total } = await pageOf(list, '');
    const size = (await pageOf(list, '')).ids.length;
    const end = await pageOf(list, 'page=1000');
    expect(end).toMatchObject({ ids: [], page: 1_000, total, next: null, previous: null });
    const last = await pageOf(list, `page=${Math.ceil(total / size) - 1}`);
    expect(last.next).toBe(null);
  });

  it('refuses what names no place in it, at the field', async () => {
    const [sort = ''] = sortsOf(list);
    const { next } = await pageOf(list, `sort=${sort}`);
    const [column, key] = JSON.parse(Buffer.from(next ?? '', 'base64url').toString()) as [string, string];
    const wrong: readonly (readonly [string, string])[] = [
      ['after', '!'],
      ['after', 'a'.repeat(4_001)],
      ['before', 'nonsense'],
      ['after', Buffer.from('{}').toString('base64url')],
      ['after', Buffer.from('["a","b"]').toString('base64url')],
      ['before', cursorText('another', { key, id: '1' })],
      ['after', cursorText(column, { key: '\0', id: '\0' })],
    ];
    for (const [field, text] of wrong) {
      const { status, body } = await ask(list, `sort=${sort}&${field}=${text}`);
      expect([status, body.code], text).toEqual([400, 'list.cursor-invalid']);
      expect(body.errors).toMatchObject([{ field, code: 'list.cursor-invalid' }]);
    }
    const both = await ask(list, `sort=${sort}&after=${next}&before=${next}`);
    expect([both.status, both.body.code]).toEqual([400, 'list.cursor-invalid']);
  });
});

it('refuses a value that the column of the place cannot have', async () => {
  const places = [
    { key: 'a moment ago', id: uuid() },
    { key: '999999-01-01', id: uuid() },
    { key: "'", id: uuid() },
    { key: time(), id: 'no uuid' },
  ];
  for (const place of places) {
    const after = cursorText('requested_at', place);
    expect((await ask(lists.operations as List, `after=${after}`)).status, place.key).toBe(400);
  }
});

it('is what every list with a cursor is tried for', () => {
  const growing = routes.flatMap(({ path, query }) =>
    query && 'shape' in query && 'after' in (query.shape as object) ? [path] : [],
  );
  const tried = new Set(Object.values(lists).map((list) => list.path().split('?')[0]));
  expect(
    new Set(
      growing
        // The audit has one order and no far pages. `bff/sql/newest-entries.test.ts` reads it on.
        .filter((path) => !/\/(?:download|export)$/.test(path) && path !== '/api/audit')
        .map((path) => path.replace('{id}', String(world.acme.apiId))),
    ),
  ).toEqual(tried);
});
