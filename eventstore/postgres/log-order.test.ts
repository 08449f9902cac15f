import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startTestCluster } from '#test/postgres/postgres.ts';
import { openSession, runSql } from '#test/postgres/sql.ts';
import { readAll, readUntil } from '../contract/event-store-contract.ts';
import { type SampleEvent, sampleAppend, sampleEvents } from '../contract/sample-events.ts';
import type { EventStore } from '../event-store.ts';
import { openEventStore } from '../open-event-store.ts';
import { logLag } from './log-lag.ts';
import { readLogSql } from './log-reader.ts';

// A separate cluster, because delivery waits for all write transactions in a cluster.
let database: Awaited<ReturnType<typeof startTestCluster>>;
let store: EventStore<SampleEvent>;
beforeAll(async () => {
  database = await startTestCluster();
  ({ store } = openEventStore({ pool: database.pool, key: randomBytes(32), definitions: sampleEvents }));
});
afterAll(async () => {
  await store.close();
  await database.close();
});

/** Returns SQL that inserts an event directly, without the rules of append_events. */
const plant = (stream: string, version: number, more = '') =>
  `insert into events (stream, version, event_id, type, schema_version, data, meta, prev_hash, hash ${more && ', xid'})
   values ('${stream}', ${version}, '${randomUUID()}', 'NoteCounted', 1, '{"count":1}',
     '{"actor":{"userId":1,"organizationId":1,"roles":[]},"commandId":"c","correlationId":"c","time":"t"}', '', '' ${more && `, '${more}'`})`;

describe('G2: does not skip events that commit late', () => {
  test('under load, where a reader that only compares positions loses events', {
    timeout: 60_000,
  }, async () => {
    const prefix = `load-${randomUUID()}`;
    const before = await store.head();
    const stop = new AbortController();
    const naive = new Set<number>();
    const { rows: start } = await database.pool.query<{ last: number }>(
      'select coalesce(max(pos), 0) as last from events',
    );
    const naiveReader = (async () => {
      for (let last = start[0]?.last ?? 0; !stop.signal.aborted; ) {
        const { rows } = await database.pool.query<{ pos: number }>(
          'select e.pos from events e where e.pos > $1 order by e.pos limit 500',
          [last],
        );
        for (const { pos } of rows) naive.add(pos);
        last = rows.at(-1)?.pos ?? last;
      }
    })();
    const fenced = readUntil(
      store,
      before,
      (events) => events.filter(({ stream }) => stream.startsWith(prefix)).length === 400,
    );
    await Promise.all(
      Array.from({ length: 8 }, async (_, writer) => {
        const session = await openSession(database.appUrl);
        for (let index = 0; index < 50; index += 1) {
          const { events, meta } = sampleAppend(`${prefix}-${writer}-${index}`, 0);
          await session.query('begin');
          await session.query("select append_events($1, 'h', $2, 0, $3, '{NoteCounted}', '{1}', $4, $5, '{}')", [
            meta.commandId,
            `${prefix}-${writer}-${index}`,
            [events[0]?.id],
            [JSON.stringify({ count: 1 })],
            [JSON.stringify(meta)],
          ]);
          await session.query('select pg_sleep(random() * 0.008)');
          await session.query('commit');
        }
        await session.end();
      }),
    );
    const seen = (await fenced).filter(({ stream }) => stream.startsWith(prefix));
    stop.abort();
    await naiveReader;
    expect(new Set(seen.map(({ stream }) => stream)).size).toBe(400);
    expect(naive.size).toBeLessThan(400);
  });

  test('with transaction id and position as cursor, where a cursor of positions alone loses events', async () => {
    const [early, late] = [await openSession(database.ownerUrl), await openSession(database.ownerUrl)];
    const [earlyStream, lateStream] = [`early-${randomUUID()}`, `late-${randomUUID()}`];
    const before = await store.head();
    const { rows } = await late.query<{ last: string }>('select last_value as last from event_pos');
    await early.query('begin');
    await early.query('select pg_current_xact_id()');
    await late.query('begin');
    // The newer transaction gets the lower position.
    await late.query(plant(lateStream, 1));
    await early.query(plant(earlyStream, 1));
    await early.query('commit');
    let cursor = Number(rows[0]?.last);
    const positionOnly = async (): Promise<string[]> => {
      const { rows: fence } = await early.query<{ xmin: string }>(
        'select pg_snapshot_xmin(pg_current_snapshot())::text as xmin',
      );
      const { rows: found } = await early.query<{ stream: string; pos: string }>(
        'select e.stream, e.pos from events e where e.pos > $1 and e.xid < $2::xid8 order by e.pos',
        [cursor, fence[0]?.xmin],
      );
      cursor = Number(found.at(-1)?.pos ?? cursor);
      return found.map(({ stream }) => stream);
    };
    const first = { naive: await positionOnly(), ours: await readAll(store, before) };
    await late.query('commit');
    const second = { naive: await positionOnly(), ours: await readAll(store, first.ours.at(-1)?.position) };
    expect([...first.naive, ...second.naive]).toEqual([earlyStream]);
    expect([...first.ours, ...second.ours].map(({ stream }) => stream)).toEqual([earlyStream, lateStream]);
    await Promise.all([early.end(), late.end()]);
  });
});

describe('log order', () => {
  test('refuses an append after another write in its transaction, which could put version 2 before version 1', async () => {
    const [slow, quick] = [await openSession(database.ownerUrl), await openSession(database.ownerUrl)];
    const stream = `order-${randomUUID()}`;
    const before = await store.head();
    await slow.query('begin');
    await slow.query('select pg_current_xact_id()');
    await quick.query(plant(stream, 1));
    await slow.query(plant(stream, 2));
    await slow.query('commit');
    const inverted = (await readAll(store, before)).filter((event) => event.stream === stream);
    expect(inverted.map(({ version }) => version)).toEqual([2, 1]);

    await slow.query('begin');
    await slow.query('select pg_current_xact_id()');
    await expect(
      slow.query(
        `select append_events('c', 'h', '${stream}x', 0, array[gen_random_uuid()], '{NoteCounted}', '{1}', '{"{}"}', '{"{}"}', '{}')`,
      ),
    ).rejects.toThrow('must be the first write');
    await Promise.all([slow.end(), quick.end()]);
  });

  test('compares transaction ids as numbers: 999 comes before 1000', async () => {
    await runSql(
      database.ownerUrl,
      'do $$ begin while pg_current_xact_id()::text::bigint < 1100 loop commit; end loop; end $$',
    );
    const session = await openSession(database.ownerUrl);
    const stream = `text-${randomUUID()}`;
    await session.query(plant(`${stream}-b`, 1, '1000'));
    await session.query(plant(`${stream}-a`, 1, '999'));
    const { rows } = await session.query<{ xid: string }>(
      `select e.xid::text as xid from events e where stream like '${stream}%' order by xid, pos`,
    );
    expect(rows.map(({ xid }) => xid)).toEqual(['1000', '999']);
    const ours = (await readAll(store)).filter((event) => event.stream.startsWith(stream));
    expect(ours.map((event) => event.stream)).toEqual([`${stream}-a`, `${stream}-b`]);
    const positions = ours.map(({ position }) => position);
    expect(positions).toEqual([...positions].sort());
    await session.query(`set session_replication_role = replica`);
    await session.query(`delete from events where stream like '${stream}%'`);
    await session.end();
  });

  test('takes one position at a time from the sequence', async () => {
    const { rows } = await database.pool.query(
      `select seqcache from pg_sequence where seqrelid = 'event_pos'::regclass`,
    );
    expect(rows).toEqual([{ seqcache: 1 }]);
  });
});

describe('G2: a forgotten transaction', () => {
  test('in another database raises the alarm, and all events are delivered when it ends', async () => {
    const forgetful = await openSession(database.cluster.url);
    await forgetful.query(`set application_name = 'forgetful'`);
    await forgetful.query('begin');
    await forgetful.query('select pg_current_xact_id()');
    const before = await store.head();
    const stream = `held-${randomUUID()}`;
    await store.append(sampleAppend(stream, 0, 3));
    expect(await readAll(store, before)).toEqual([]);
    expect(await store.head()).toBe(before);
    await vi.waitFor(
      async () => expect(await logLag(database.pool, 0.3)).toMatchObject({ alarm: true, waiting: 3 }),
      5_000,
    );
    expect((await logLag(database.pool)).holder).toContain('forgetful in database postgres');
    await forgetful.query('rollback');
    expect((await readUntil(store, before, (events) => events.length >= 3)).map((event) => event.stream)).toEqual([
      stream,
      stream,
      stream,
    ]);
    await vi.waitFor(
      async () => expect(await logLag(database.pool, 0.3)).toMatchObject({ alarm: false, waiting: 0 }),
      5_000,
    );
    await forgetful.end();
  });

  test('of Portico itself is ended by Postgres', async () => {
    const { rows } = await database.pool.query(
      `select current_setting('idle_in_transaction_session_timeout') as timeout`,
    );
    expect(rows).toEqual([{ timeout: '10s' }]);
  });
});

describe('the poll reads in the order of the index', () => {
  beforeAll(async () => {
    await runSql(
      database.ownerUrl,
      `insert into events (stream, version, event_id, type, schema_version, data, meta, prev_hash, hash)
       select 'bulk-' || n, 1, gen_random_uuid(), 'NoteCounted', 1, '{"count":1}', '{}', '', '' from generate_series(1, 20000) n`,
    );
  });

  const plan = async (settings: string, xid: string, pos: string): Promise<string> => {
    const session = await openSession(database.ownerUrl);
    try {
      await session.query(settings);
      await session.query(`prepare poll as ${readLogSql}`);
      const { rows } = await session.query<{ 'QUERY PLAN': string }>(
        `explain (costs off) execute poll('${xid}', ${pos}, 500)`,
      );
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    } finally {
      await session.end();
    }
  };

  // Postgres guesses the size of a table that was never analyzed. While it is small, a bitmap over the same index is as
  // good.
  test.each([
    ['idle at the end, never analyzed', 'set plan_cache_mode = auto', '999999999', '0'],
    ['from the start, never analyzed', 'set plan_cache_mode = auto', '0', '0'],
  ])('%s', async (_, settings, xid, pos) => {
    const text = await plan(settings, xid, pos);
    expect(text).toMatch(/Index Scan (using|on) events_in_log_order/);
    expect(text).toContain('Index Cond: ((ROW(');
    expect(text).not.toContain('Seq Scan');
  });

  test.each([
    ['idle at the end', 'set plan_cache_mode = auto', '999999999', '0'],
    ['from the start', 'set plan_cache_mode = auto', '0', '0'],
    ['as the prepared statement it becomes', 'set plan_cache_mode = force_generic_plan', '0', '0'],
  ])('%s, without a sort', async (_, settings, xid, pos) => {
    await runSql(database.ownerUrl, 'analyze events');
    const text = await plan(settings, xid, pos);
    expect(text).toContain('Index Scan using events_in_log_order');
    expect(text).toContain('Index Cond: ((ROW(');
    expect(text).not.toMatch(/Sort|Seq Scan|Bitmap/);
  });
});
