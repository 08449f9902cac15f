import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { forbidden, isRefusal } from '#domain/core/problem.ts';
import { startTestDatabase, type TestDatabase } from '#test/postgres/postgres.ts';
import {
  type SampleCommand,
  type SampleEvent,
  sampleDecider,
  sampleEvents,
  sampleMeta,
} from './contract/sample-events.ts';
import { type EventStore, GuardMovedError, ReusedCommandError } from './event-store.ts';
import { type Executed, execute } from './execute.ts';
import { openEventStore } from './open-event-store.ts';

let database: TestDatabase;
let store: EventStore<SampleEvent>;
beforeAll(async () => {
  database = await startTestDatabase();
  ({ store } = openEventStore({ pool: database.pool, key: randomBytes(32), definitions: sampleEvents }));
});
afterAll(async () => {
  await store.close();
  await database.close();
});

const count = (by: number, type: SampleCommand['type'] = 'Count'): SampleCommand => ({ type, data: { by } });
const freshId = () => randomUUID();
const run = (id: string, command: SampleCommand, more: object = {}) =>
  execute({ store, decider: sampleDecider, id, command, meta: sampleMeta(), ...more });
const done = (result: Awaited<ReturnType<typeof run>>): Executed<SampleEvent> => {
  if (isRefusal(result)) throw new Error(`refused: ${result.problems[0].code}`);
  return result;
};

test('appends the events of a command; its outcome may come from them', async () => {
  const id = freshId();
  const first = done(await run(id, count(2), { outcome: (events: readonly unknown[]) => ({ events: events.length }) }));
  expect(first).toMatchObject({
    version: 1,
    repeated: false,
    outcome: { events: 1 },
    events: [{ type: 'NoteCounted', data: { count: 2 } }],
  });
  expect(done(await run(id, count(3))).version).toBe(2);
  expect((await store.read(`note-${id}`)).map(({ data }) => data)).toEqual([{ count: 2 }, { count: 3 }]);
});

test('raises the guard of a thing that it closes, so that nothing comes in unseen', async () => {
  const id = freshId();
  const stream = `note-${id}`;
  const decider = { ...sampleDecider, closedBy: ['NoteCounted'] } as const;
  const pass = async () =>
    await execute({
      ...{ store, decider: sampleDecider, id: freshId(), command: count(1), meta: sampleMeta() },
      guards: (await store.readGuards([stream])).map((guard) => ({ ...guard, isPassed: true })),
    });
  let passed = 0;
  const busy: EventStore<SampleEvent> = {
    ...store,
    append: async (append) => {
      // Somebody comes in just before it is closed, twice.
      if (append.stream === stream && passed < 2) {
        passed += 1;
        await pass();
      }
      return await store.append(append);
    },
  };
  const [{ version: before } = { version: -1 }] = await store.readGuards([stream]);
  const open = (await store.readGuards([stream])).map((guard) => ({ ...guard, isPassed: true }));
  expect(done(await run(id, count(2), { decider, store: busy }))).toMatchObject({ version: 1, repeated: false });
  expect(passed).toBe(2);
  const [after] = await store.readGuards([stream]);
  expect(after?.version).toBeGreaterThan(before);
  await expect(run(freshId(), count(1), { guards: open })).rejects.toBeInstanceOf(GuardMovedError);
});

test('appends to a new stream without reading it', async () => {
  const id = freshId();
  const read: string[] = [];
  const watched: EventStore<SampleEvent> = {
    ...store,
    read: (stream) => {
      read.push(stream);
      return store.read(stream);
    },
  };
  expect(done(await run(id, count(2), { isNew: true, store: watched })).version).toBe(1);
  expect(read).toEqual([]);
  // The id was not new after all.
  expect(done(await run(id, count(3), { isNew: true, store: watched })).version).toBe(2);
  expect(read).toEqual([`note-${id}`]);
  expect((await store.read(`note-${id}`)).map(({ data }) => data)).toEqual([{ count: 2 }, { count: 3 }]);
});

test('writes nothing for a refusal', async () => {
  const id = freshId();
  await run(id, count(1));
  expect(await run(id, count(1, 'CountOnce'))).toMatchObject({
    refused: 'conflict',
    problems: [{ code: 'note.counted' }],
  });
  expect(await store.read(`note-${id}`)).toHaveLength(1);
});

test('B3: calls authorize with the state before the decision', async () => {
  const id = freshId();
  await run(id, count(5));
  const seen: number[] = [];
  const authorize = (state: number) => {
    seen.push(state);
    return forbidden();
  };
  expect(await run(id, count(1), { authorize })).toMatchObject({ refused: 'forbidden' });
  expect(seen).toEqual([5]);
});

test('returns the current version for a command that changes nothing', async () => {
  const id = freshId();
  const { position } = done(await run(id, count(1)));
  expect(done(await run(id, count(0)))).toEqual({ version: 1, position, outcome: {}, events: [], repeated: false });
});

test('G3: returns the first result for a repeated command, even if the state would now refuse it', async () => {
  const id = freshId();
  const meta = sampleMeta();
  const first = done(await run(id, count(1, 'CountOnce'), { meta, outcome: { id: 77 } }));
  await run(id, count(9));
  expect(done(await run(id, count(1, 'CountOnce'), { meta, outcome: { id: 78 } }))).toEqual({
    ...first,
    events: [],
    repeated: true,
  });
  expect(await store.read(`note-${id}`)).toHaveLength(2);
});

test('G3: returns the first id for a repeated creation with another id', async () => {
  const meta = sampleMeta();
  const request = 'POST /notes';
  const first = done(await run(freshId(), count(1), { meta, request, outcome: { id: 1 } }));
  const second = freshId();
  expect(done(await run(second, count(1), { meta, request, outcome: { id: 2 } }))).toMatchObject({
    repeated: true,
    outcome: { id: 1 },
    position: first.position,
  });
  expect(await store.read(`note-${second}`)).toEqual([]);
});

test('throws for a command id with another request, or from another person', async () => {
  const id = freshId();
  const meta = sampleMeta();
  await run(id, count(1), { meta, request: 'a' });
  await expect(run(id, count(1), { meta, request: 'b' })).rejects.toThrow(ReusedCommandError);
  await expect(run(id, count(1, 'CountOnce'), { meta, request: 'b' })).rejects.toThrow(ReusedCommandError);
  const stranger = { ...meta, actor: { ...meta.actor, userId: 8 } };
  await expect(run(id, count(1), { meta: stranger, request: 'a' })).rejects.toThrow(ReusedCommandError);
});

test('G1: decides simultaneous commands one after another, each on the newest state', async () => {
  const id = freshId();
  const results = await Promise.all(Array.from({ length: 3 }, () => run(id, count(1))));
  expect(results.map((result) => done(result).version).sort()).toEqual([1, 2, 3]);
  const once = await Promise.all(Array.from({ length: 10 }, () => run(`${id}b`, count(1, 'CountOnce'))));
  expect(once.filter((result) => !isRefusal(result))).toHaveLength(1);
  expect(await store.read(`note-${id}b`)).toHaveLength(1);
});

test('refuses a command after three lost races', async () => {
  const id = freshId();
  let intrusions = 0;
  const contended: EventStore<SampleEvent> = {
    ...store,
    append: async (append) => {
      intrusions += 1;
      await run(id, count(100));
      return store.append(append);
    },
  };
  const result = await execute({ store: contended, decider: sampleDecider, id, command: count(1), meta: sampleMeta() });
  expect(result).toMatchObject({ refused: 'conflict', problems: [{ code: 'conflict.changed-meanwhile' }] });
  expect(intrusions).toBe(3);
  expect((await store.read(`note-${id}`)).map(({ data }) => data)).toEqual([
    { count: 100 },
    { count: 100 },
    { count: 100 },
  ]);
});
