import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Event } from '#domain/core/event.ts';
import { fc } from '#test/runner/chance.ts';
import {
  type Append,
  type Appended,
  beginning,
  type EventStore,
  GuardMovedError,
  type LogEntry,
  ReusedCommandError,
  VersionConflictError,
} from '../event-store.ts';
import { type SampleEvent, sampleAppend, sampleMeta } from './sample-events.ts';

/** Reads to the end of the log. Fails after ten seconds. */
export const readAll = async <E extends Event>(
  store: EventStore<E>,
  after = beginning,
  batchSize = 500,
): Promise<readonly LogEntry<E>[]> => {
  const events: LogEntry<E>[] = [];
  for await (const batch of store.subscribe({ after, batchSize, signal: AbortSignal.timeout(10_000) })) {
    if (batch.length === 0) return events;
    events.push(...batch);
  }
  throw new Error('the end of the log was not reached');
};

/** Reads until `enough` returns true. Fails after ten seconds. */
export const readUntil = async (
  store: EventStore<SampleEvent>,
  after: string,
  enough: (events: readonly LogEntry<SampleEvent>[]) => boolean,
) => {
  const signal = AbortSignal.timeout(10_000);
  const events: LogEntry<SampleEvent>[] = [];
  for await (const batch of store.subscribe({ after, signal })) {
    events.push(...batch);
    if (enough(events)) return events;
  }
  throw new Error(`only ${events.length} events came`);
};

/** Tests that an adapter fulfils the contract of the event store (requirement G5). `open` returns a new store. */
export const eventStoreContract = (
  adapter: string,
  open: () => Promise<{ store: EventStore<SampleEvent>; close: () => Promise<void> }>,
) => {
  describe(`event store contract: ${adapter}`, () => {
    let store: EventStore<SampleEvent>;
    let close: () => Promise<void>;
    beforeAll(async () => {
      ({ store, close } = await open());
    });
    afterAll(() => close());

    const freshStream = () => `note-${randomUUID()}`;

    test('reads appended events again, in order and complete', async () => {
      const stream = freshStream();
      const append = sampleAppend(stream, 0, 3, {
        meta: sampleMeta({
          causationId: randomUUID(),
          client: { address: '192.0.2.1', userAgent: 'test' },
          rule: 'note.write',
          session: 'a keyed hash',
        }),
      });
      const appended = await store.append(append);
      expect(appended).toMatchObject({ version: 3, repeated: false, outcome: {} });
      const events = await store.read(stream);
      expect(events.map(({ id, type, data, version }) => ({ id, type, data, version }))).toEqual(
        append.events.map((event, index) => ({ ...event, version: index + 1 })),
      );
      for (const event of events) expect(event.meta).toEqual(append.meta);
      expect(events.at(-1)?.position).toBe(appended.position);
    });

    test('reads a missing stream as empty, and starts at the given version', async () => {
      const stream = freshStream();
      expect(await store.read(stream)).toEqual([]);
      await store.append(sampleAppend(stream, 0, 4));
      expect((await store.read(stream, 3)).map(({ version }) => version)).toEqual([3, 4]);
    });

    test.each([
      ['behind', 1],
      ['ahead', 5],
      ['as if new', 0],
    ])('refuses an expected version that is %s as a conflict, and changes nothing', async (_, expectedVersion) => {
      const stream = freshStream();
      await store.append(sampleAppend(stream, 0, 2));
      await expect(store.append(sampleAppend(stream, expectedVersion))).rejects.toThrow(VersionConflictError);
      expect(await store.read(stream)).toHaveLength(2);
    });

    test('accepts only the expected version 0 for a missing stream', async () => {
      await expect(store.append(sampleAppend(freshStream(), 1))).rejects.toThrow(VersionConflictError);
    });

    test('G1: lets exactly one of 50 writers with the same expected version win, each round', async () => {
      const stream = freshStream();
      for (let round = 0; round < 5; round += 1) {
        const results = await Promise.allSettled(
          Array.from({ length: 50 }, () => store.append(sampleAppend(stream, round))),
        );
        const lost = results.filter((result) => result.status === 'rejected');
        expect(lost).toHaveLength(49);
        for (const { reason } of lost) expect(reason).toBeInstanceOf(VersionConflictError);
      }
      expect((await store.read(stream)).map(({ version }) => version)).toEqual([1, 2, 3, 4, 5]);
    });

    test('G3: writes a repeated append only once, and returns the same result', async () => {
      const append = sampleAppend(freshStream(), 0, 2, { outcome: { id: 12, name: 'first' } });
      const first = await store.append(append);
      expect(await store.append(append)).toEqual({ ...first, repeated: true });
      expect(await store.findCommand(append.meta.commandId)).toEqual({ ...first, repeated: true });
      expect(await store.read(append.stream)).toHaveLength(2);
    });

    test('G3: writes one of several equal appends at once, and all get its result', async () => {
      const append = sampleAppend(freshStream(), 0, 2, { outcome: { id: 1 } });
      const responses = await Promise.all(Array.from({ length: 20 }, () => store.append(append)));
      expect(responses.filter(({ repeated }) => !repeated)).toHaveLength(1);
      expect(new Set(responses.map(({ position }) => position)).size).toBe(1);
      expect(await store.read(append.stream)).toHaveLength(2);
    });

    test('refuses a command id with another content, also on two streams at once', async () => {
      const append = sampleAppend(freshStream(), 0);
      await store.append(append);
      await expect(store.append({ ...append, stream: freshStream() })).rejects.toThrow(ReusedCommandError);
      const meta = sampleMeta();
      const race = await Promise.allSettled(
        [1, 2].map(() => store.append(sampleAppend(freshStream(), 0, 1, { meta }))),
      );
      expect(race.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      expect(race.find((result) => result.status === 'rejected')?.reason).toBeInstanceOf(ReusedCommandError);
    });

    test('compares commands by their request, if there is one', async () => {
      const meta = sampleMeta();
      const first = await store.append(sampleAppend(freshStream(), 0, 1, { meta, request: 'POST /notes a' }));
      const again = await store.append(sampleAppend(freshStream(), 0, 1, { meta, request: 'POST /notes a' }));
      expect(again).toEqual({ ...first, repeated: true });
      await expect(store.append(sampleAppend(freshStream(), 0, 1, { meta, request: 'POST /notes b' }))).rejects.toThrow(
        ReusedCommandError,
      );
      await expect(store.findCommand(meta.commandId, 'POST /notes b')).rejects.toThrow(ReusedCommandError);
    });

    test('does not find an unknown command', async () => {
      expect(await store.findCommand(randomUUID())).toBeUndefined();
    });

    test('raises guards with the events, and appends nothing when one has moved', async () => {
      const names = [`rule-${randomUUID()}`, `rule-${randomUUID()}`];
      const guards = await store.readGuards(names);
      expect(guards).toEqual(names.map((name) => ({ name, version: 0, passes: 0, position: beginning })));
      const append = sampleAppend(freshStream(), 0, 2, { guards });
      const { position } = await store.append(append);
      expect(await store.readGuards(names)).toEqual(names.map((name) => ({ name, version: 1, passes: 0, position })));
      const late = sampleAppend(freshStream(), 0, 1, { guards: guards.slice(1) });
      await expect(store.append(late)).rejects.toThrow(GuardMovedError);
      expect(await store.read(late.stream)).toEqual([]);
      // The same append again is the first one.
      expect(await store.append(append)).toMatchObject({ repeated: true, position });
      await store.append({ ...late, guards: (await store.readGuards(names)).toReversed() });
      expect((await store.readGuards(names)).map(({ version }) => version)).toEqual([2, 2]);
    });

    test('lets one of 20 appends to different streams win that read the same guard', async () => {
      const name = `rule-${randomUUID()}`;
      for (let round = 1; round < 4; round += 1) {
        const guards = await store.readGuards([name]);
        const results = await Promise.allSettled(
          Array.from({ length: 20 }, () => store.append(sampleAppend(freshStream(), 0, 1, { guards }))),
        );
        const lost = results.filter((result) => result.status === 'rejected');
        expect(lost).toHaveLength(19);
        for (const { reason } of lost) expect(reason).toBeInstanceOf(GuardMovedError);
        expect(await store.readGuards([name])).toMatchObject([{ version: round }]);
      }
    });

    test('lets 20 appends pass a guard at once, and none of those that read it before it was raised', async () => {
      const name = `rule-${randomUUID()}`;
      const passing = async () => (await store.readGuards([name])).map((guard) => ({ ...guard, isPassed: true }));
      const pass = (guards: NonNullable<Append['guards']>) =>
        store.append(sampleAppend(freshStream(), 0, 1, { guards }));
      for (let round = 0; round < 3; round += 1) {
        const before = await passing();
        const passed = await Promise.all(Array.from({ length: 20 }, () => pass(before)));
        const newest = passed
          .map(({ position }) => position)
          .sort()
          .at(-1);
        const [now] = await store.readGuards([name]);
        expect(now).toEqual({ name, version: round, passes: 20 * (round + 1), position: newest });
        // The passes are newer than what this raise has read.
        await expect(pass(before.map((guard) => ({ ...guard, isPassed: false })))).rejects.toThrow(GuardMovedError);
        await pass(await store.readGuards([name]));
        await expect(pass(before)).rejects.toThrow(GuardMovedError);
      }
    });

    test('lets either a pass or a raise win that happen at once', async () => {
      for (let round = 0; round < 20; round += 1) {
        const guards = await store.readGuards([`rule-${randomUUID()}`]);
        const uses = [true, false].map((isPassed) => guards.map((guard) => ({ ...guard, isPassed })));
        const results = await Promise.allSettled(
          uses.map((used) => store.append(sampleAppend(freshStream(), 0, 1, { guards: used }))),
        );
        expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      }
    });

    test('a subscription gets each event once, in log order, and each stream in order', async () => {
      const streams = Array.from({ length: 8 }, freshStream);
      const before = await store.head();
      await Promise.all(
        streams.map(async (stream) => {
          for (let version = 0; version < 10; version += 1) await store.append(sampleAppend(stream, version));
        }),
      );
      const events = await readUntil(
        store,
        before,
        (seen) => seen.filter(({ stream }) => streams.includes(stream)).length === 80,
      );
      const positions = events.map(({ position }) => position);
      expect(positions).toEqual([...positions].sort());
      expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
      for (const stream of streams) {
        expect(events.filter((event) => event.stream === stream).map(({ version }) => version)).toEqual([
          1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
        ]);
      }
    });

    test('a subscription in small batches gets the same, from any position', async () => {
      const all = await readUntil(store, beginning, (seen) => seen.length > 20);
      const small = await readAll(store, beginning, 3);
      expect(small.slice(0, all.length).map(({ id }) => id)).toEqual(all.map(({ id }) => id));
      const middle = all[10];
      const rest = await readAll(store, middle?.position, 7);
      expect(rest[0]?.id).toBe(all[11]?.id);
    });

    test('a waiting subscription continues after an append and ends on its signal', async () => {
      const stop = new AbortController();
      const stream = freshStream();
      const seen: string[] = [];
      const caughtUp = Promise.withResolvers<void>();
      const running = (async () => {
        for await (const batch of store.subscribe({ after: await store.head(), signal: stop.signal })) {
          if (batch.length === 0) caughtUp.resolve();
          seen.push(...batch.map((event) => event.stream));
          if (seen.includes(stream)) return 'seen';
        }
        return 'ended';
      })();
      await caughtUp.promise;
      await store.append(sampleAppend(stream, 0));
      expect(await running).toBe('seen');
      const ended = (async () => {
        for await (const batch of store.subscribe({ after: await store.head(), signal: stop.signal }))
          if (batch.length === 0) stop.abort();
        return 'ended';
      })();
      expect(await ended).toBe('ended');
    });

    test('the newest event is known at once, and is the head when a subscription gets it', async () => {
      const stream = freshStream();
      const { position } = await store.append(sampleAppend(stream, 0));
      expect((await store.newest()) >= position).toBe(true);
      await readUntil(store, beginning, (seen) => seen.some((event) => event.stream === stream));
      expect((await store.head()) >= position).toBe(true);
    });

    test('the log reaches each of its positions, and none after its end', async () => {
      const first = await store.append(sampleAppend(freshStream(), 0));
      const { position } = await store.append(sampleAppend(freshStream(), 0));
      for (const given of [beginning, first.position, position]) {
        expect(store.isPosition(given)).toBe(true);
        expect(await store.reaches(given)).toBe(true);
      }
      // The last digit plus one: no adapter has a position between these two.
      const next = position.replace(/\d(?=\D*$)/, (digit) => String.fromCharCode(digit.charCodeAt(0) + 1));
      if (store.isPosition(next)) expect(await store.reaches(next)).toBe(false);
      for (const text of ['nonsense', `${position}0`, ` ${position}`, '9'.repeat(41), `${position}\n`])
        expect(store.isPosition(text)).toBe(false);
    });

    test('G5: appends in any order, right, wrong or repeated, match the model', async () => {
      const step = fc.record({
        stream: fc.integer({ min: 0, max: 2 }),
        count: fc.integer({ min: 1, max: 3 }),
        kind: fc.constantFrom('right', 'right', 'right', 'behind', 'ahead', 'repeat', 'reuse'),
      });
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
          const streams = [freshStream(), freshStream(), freshStream()];
          const before = await store.head();
          const model = new Map(streams.map((stream) => [stream, [] as string[]]));
          const order: string[] = [];
          let last: { append: Append<SampleEvent>; response: Appended } | undefined;
          for (const { stream: index, count, kind } of steps) {
            const stream = streams[index] as string;
            const known = model.get(stream) as string[];
            if (kind === 'repeat' || kind === 'reuse') {
              if (!last) continue;
              if (kind === 'repeat')
                expect(await store.append(last.append)).toEqual({ ...last.response, repeated: true });
              else await expect(store.append({ ...last.append, request: 'other' })).rejects.toThrow(ReusedCommandError);
              continue;
            }
            const offset = { right: 0, behind: -1, ahead: 1 }[kind];
            const append = sampleAppend(stream, Math.max(0, known.length + offset), count);
            if (append.expectedVersion !== known.length) {
              await expect(store.append(append)).rejects.toThrow(VersionConflictError);
              continue;
            }
            last = { append, response: await store.append(append) };
            known.push(...append.events.map(({ id }) => id));
            order.push(...append.events.map(({ id }) => id));
            expect(last.response).toMatchObject({ version: known.length, repeated: false });
          }
          for (const [stream, ids] of model) expect((await store.read(stream)).map(({ id }) => id)).toEqual(ids);
          if (order.length === 0) return;
          // The head stays behind new events while another transaction writes to the cluster, so older events may come
          // first.
          const seen = await readUntil(store, before, (events) => events.some(({ id }) => id === order.at(-1)));
          expect(seen.filter(({ stream }) => streams.includes(stream)).map(({ id }) => id)).toEqual(order);
        }),
        { numRuns: 25 },
      );
    });
  });
};
