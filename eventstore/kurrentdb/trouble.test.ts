import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { runSql } from '#test/postgres/sql.ts';
import { readAll, readUntil } from '../contract/event-store-contract.ts';
import { sampleAppend } from '../contract/sample-events.ts';
import { UnavailableError, VersionConflictError } from '../event-store.ts';
import { openWorld, type World } from './fixture/open-world.ts';

const fresh = () => `note-${randomUUID()}`;

describe('one server', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(() => world.close());

  test('says within its patience that a frozen server is away, and the same command later finds its result', async () => {
    const impatient = world.another(700);
    const append = sampleAppend(fresh(), 0, 2, { outcome: { id: 4 } });
    await impatient.append(sampleAppend(fresh(), 0));
    const [node] = world.server.nodes;
    node?.freeze();
    const began = performance.now();
    await expect(impatient.append(append)).rejects.toThrow(UnavailableError);
    expect(performance.now() - began).toBeLessThan(3_000);
    node?.thaw();
    expect(await world.store.append(append)).toMatchObject({ version: 2, outcome: { id: 4 } });
    expect(world.count(append.stream)).toBe(2);
  });

  test('waits for a server that is not ready yet', async () => {
    world.server.nodes[0]?.beNotReady(500);
    const append = sampleAppend(fresh(), 0);
    expect(await world.store.append(append)).toMatchObject({ version: 1, repeated: false });
    expect(world.count(append.stream)).toBe(1);
  });

  test('never sends an append twice at once: equal commands of two processes get one result at once', async () => {
    const other = world.another();
    for (let round = 0; round < 10; round += 1) {
      const append = sampleAppend(fresh(), 0, 2);
      const began = performance.now();
      const answers = await Promise.all([world.store, other, world.store, other].map((store) => store.append(append)));
      // An append that meets its equal at the server ends after 2.5 s, without an answer.
      expect(performance.now() - began).toBeLessThan(2_000);
      expect(answers.filter(({ repeated }) => !repeated)).toHaveLength(1);
      expect(new Set(answers.map(({ position }) => position)).size).toBe(1);
      expect(world.count(append.stream)).toBe(2);
    }
  });

  test('takes other events under known ids for a conflict, when Postgres no longer knows the command', async () => {
    const append = sampleAppend(fresh(), 0);
    await world.store.append(append);
    await world.store.append(sampleAppend(append.stream, 1));
    await vi.waitFor(async () => expect(await world.open()).toBe(0), 20_000);
    await runSql(
      world.database.ownerUrl,
      'alter table intentions disable trigger user',
      `delete from intentions where stream = '${append.stream}'`,
      'alter table intentions enable trigger user',
    );
    const [event] = append.events;
    const forged = { ...append, events: [{ ...event, data: { count: 99 } }] } as typeof append;
    await expect(world.store.append(forged)).rejects.toThrow(VersionConflictError);
    // The same events are no conflict, and the stream goes on from a version that Postgres does not know.
    expect(await world.store.append(append)).toMatchObject({ version: 1 });
    expect(await world.store.append(sampleAppend(append.stream, 2))).toMatchObject({ version: 3 });
    expect((await world.store.read(append.stream)).map(({ data }) => data)).toEqual(
      [1, 2, 3].map((count) => ({ count })),
    );
  });

  test('takes the use of a guard back when the events conflict', async () => {
    const name = `rule-${randomUUID()}`;
    const stream = fresh();
    await world.store.append(sampleAppend(stream, 0));
    // Somebody else has written to the stream, and Postgres does not know it.
    world.server.log.append(`portico.${stream}`, 0, [
      {
        id: randomUUID(),
        type: 'NoteCounted',
        contentType: 'application/octet-stream',
        data: Buffer.from('{}'),
        metadata: Buffer.from('{}'),
      },
    ]);
    const guards = await world.store.readGuards([name]);
    for (const isPassed of [true, false]) {
      const used = guards.map((guard) => ({ ...guard, isPassed }));
      await expect(world.store.append(sampleAppend(stream, 1, 1, { guards: used }))).rejects.toThrow(
        VersionConflictError,
      );
      expect(await world.store.readGuards([name])).toEqual([{ name, version: 0, passes: 0, position: '' }]);
    }
    await world.store.append(sampleAppend(fresh(), 0, 1, { guards }));
    expect(await world.store.readGuards([name])).toMatchObject([{ version: 1 }]);
  });

  test('refuses an append that is larger than the server takes, before anything is written', async () => {
    const append = sampleAppend(fresh(), 0);
    const large = {
      ...append,
      events: [{ id: randomUUID(), type: 'NoteWritten', data: { text: 'x'.repeat(1_048_576), author: 1 } }],
    } as const;
    await expect(world.store.append(large)).rejects.toThrow('the event log takes 1048576');
    expect(await world.store.findCommand(append.meta.commandId)).toBeUndefined();
  });

  test('a subscription goes on after the server has ended it, with each event once', async () => {
    const before = await world.store.head();
    const stop = new AbortController();
    const seen: string[] = [];
    const following = (async () => {
      for await (const batch of world.store.subscribe({ after: before, signal: stop.signal, batchSize: 7 }))
        seen.push(...batch.map(({ id }) => id));
    })();
    const sent: string[] = [];
    for (let index = 0; index < 60; index += 1) {
      const append = sampleAppend(fresh(), 0, 2);
      await world.store.append(append);
      sent.push(...append.events.map(({ id }) => id));
      if (index % 10 === 5) world.server.nodes[0]?.endSubscriptions();
    }
    await vi.waitFor(() => expect(seen.length).toBeGreaterThanOrEqual(120), 10_000);
    stop.abort();
    await following;
    expect(seen).toEqual(sent);
  });

  test('delivers nothing of the server and of other installations, and still comes to the end', async () => {
    const others = Array.from({ length: 300 }, () => ({
      id: randomUUID(),
      type: 'Other',
      contentType: 'application/json',
      data: Buffer.from('{}'),
      metadata: Buffer.from(''),
    }));
    world.server.log.append('portico-2.note-1', undefined, others);
    const { position } = await world.store.append(sampleAppend(fresh(), 0));
    world.server.log.append(
      'other',
      undefined,
      others.map((other) => ({ ...other, id: randomUUID() })),
    );
    const events = await readAll(world.store);
    expect(events.every(({ stream }) => stream.startsWith('note-'))).toBe(true);
    expect(events.at(-1)?.position).toBe(position);
    expect(await world.store.newest()).toBe(position);
    expect((await world.store.newestEntries(3)).map(({ id }) => id)).toEqual(events.slice(-3).map(({ id }) => id));
  });

  test('delivers an append to a waiting subscription within a few milliseconds', async () => {
    const stop = new AbortController();
    const arrived = new Map<string, number>();
    const after = await world.store.head();
    const following = (async () => {
      for await (const batch of world.store.subscribe({ after, signal: stop.signal }))
        for (const { stream } of batch) arrived.set(stream, performance.now());
    })();
    const delays = [];
    for (let index = 0; index < 20; index += 1) {
      const append = sampleAppend(fresh(), 0);
      await world.store.append(append);
      const sent = performance.now();
      await vi.waitFor(() => expect(arrived.has(append.stream)).toBe(true), { timeout: 5_000, interval: 1 });
      delays.push((arrived.get(append.stream) as number) - sent);
    }
    stop.abort();
    await following;
    expect(delays.sort((a, b) => a - b)[10]).toBeLessThan(100);
  });
});

test('three servers: what is acknowledged through changes of the leader is there once, and comes once', async () => {
  const world = await openWorld({ nodes: 3 });
  const { server, store } = world;
  const stop = new AbortController();
  const seen: string[] = [];
  const following = (async () => {
    for await (const batch of store.subscribe({ after: '', signal: stop.signal }))
      seen.push(...batch.map(({ id }) => id));
  })();
  const sent: string[] = [];
  let going = true;
  const writers = Array.from({ length: 8 }, async () => {
    while (going) {
      const append = sampleAppend(fresh(), 0, 2);
      await store.append(append);
      sent.push(...append.events.map(({ id }) => id));
    }
  });
  for (let change = 0; change < 4; change += 1) {
    const target = sent.length + 100;
    await vi.waitFor(() => expect(sent.length).toBeGreaterThan(target), { timeout: 20_000, interval: 5 });
    if (change === 3) server.kill(0);
    else server.changeLeader();
  }
  const target = sent.length + 100;
  await vi.waitFor(() => expect(sent.length).toBeGreaterThan(target), { timeout: 20_000, interval: 5 });
  going = false;
  await Promise.all(writers);
  const own = server.log.all().filter(({ stream }) => stream.startsWith('portico.'));
  expect(own.map(({ id }) => id).sort()).toEqual([...sent].sort());
  await vi.waitFor(() => expect(seen).toHaveLength(sent.length), 10_000);
  expect(seen).toEqual(own.map(({ id }) => id));
  stop.abort();
  await following;
  await world.close();
});

describe('another log than the one that was read', () => {
  test('stops appends, reads and subscriptions when a copy was restored that is shorter', async () => {
    const world = await openWorld();
    const { server, store } = world;
    await store.append(sampleAppend('note-1', 0, 3));
    const middle = server.log.end();
    await store.append(sampleAppend('note-2', 0, 5));
    const [, second, ...rest] = await readUntil(store, '', (events) => events.length === 8);
    const stop = new AbortController();
    const following = (async () => {
      for await (const _ of store.subscribe({ after: '', signal: stop.signal }));
    })();
    const stopped = expect(following).rejects.toThrow(
      /event log at EVENTSTORE_URL is not the one .* npm run rebase-log/s,
    );
    await sleep(50);
    server.log.cutAt(middle);
    server.nodes[0]?.resign();
    // It would be a new event before old checkpoints.
    await expect(store.append(sampleAppend('note-3', 0))).rejects.toThrow(/is no longer at|not available/);
    await expect(store.append(sampleAppend('note-4', 0))).rejects.toThrow(/is no longer at|not available/);
    await expect(store.read('note-1')).rejects.toThrow(/is no longer at|not available/);
    expect(world.count('note-3') + world.count('note-4')).toBe(0);
    await stopped;
    const last = rest.at(-1);
    const later = world.another().subscribe({ after: last?.position ?? '', afterId: last?.id, signal: stop.signal });
    await expect(later[Symbol.asyncIterator]().next()).rejects.toThrow('is no longer at');
    // What the copy still has can be read on from.
    const [batch] = await Array.fromAsync(
      (async function* () {
        for await (const found of world
          .another()
          .subscribe({ after: second?.position ?? '', afterId: second?.id, signal: stop.signal })) {
          yield found;
          return;
        }
      })(),
    );
    expect(batch?.map(({ version }) => version)).toEqual([3]);
    stop.abort();
    await world.close();
  });
});
