import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { EventStoreDBClient, jsonEvent, NO_STREAM, streamNameFilter } from '@eventstore/db-client';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type KurrentDouble, startKurrentDouble } from './start.ts';

/** Every line of this file was seen at a real EventStoreDB 23.10.8, with the same library. */
let server: KurrentDouble;
let client: EventStoreDBClient;
beforeAll(async () => {
  server = await startKurrentDouble({ unanswered: 300 });
  client = EventStoreDBClient.connectionString(server.url);
});
afterAll(async () => {
  await client.dispose();
  await server.close();
});

const fresh = () => `note.${randomUUID()}`;
const event = (id: string = randomUUID(), text = 'x') => jsonEvent({ id, type: 'Noted', data: { text } });
const append = (stream: string, revision: number, events = [event()], by = client) =>
  by.appendToStream(stream, events, { expectedRevision: revision < 0 ? NO_STREAM : BigInt(revision) });
const read = (stream: string, from = 0n) => Array.fromAsync(client.readStream(stream, { fromRevision: from }));

describe('appending', () => {
  test('takes the right version, and refuses others with the real one', async () => {
    const stream = fresh();
    expect(await append(stream, -1, [event(), event()])).toMatchObject({ nextExpectedRevision: 1n });
    for (const wrong of [-1, 0, 7])
      await expect(append(stream, wrong)).rejects.toMatchObject({ type: 'wrong-expected-version', actualVersion: 1n });
    await expect(append(fresh(), 3)).rejects.toMatchObject({
      type: 'wrong-expected-version',
      actualVersion: 'no_stream',
    });
  });

  test('lets one of 50 writers win', async () => {
    const stream = fresh();
    const results = await Promise.allSettled(Array.from({ length: 50 }, () => append(stream, -1)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('recognizes the same ids at the same version, gives the first position, and compares no data', async () => {
    const [stream, id] = [fresh(), randomUUID()];
    const first = await append(stream, -1, [event(id, 'first')]);
    await append(stream, 0);
    expect(await append(stream, -1, [event(id, 'second')])).toMatchObject({
      nextExpectedRevision: 0n,
      position: first.position,
    });
    expect((await read(stream)).map(({ event: found }) => found?.data)).toEqual([{ text: 'first' }, { text: 'x' }]);
    await expect(append(stream, -1, [event(id), event()])).rejects.toMatchObject({ type: 'wrong-expected-version' });
    // An id is not unique: at the next version it is another event.
    expect(await append(stream, 1, [event(id)])).toMatchObject({ nextExpectedRevision: 2n });
  });

  test('answers one of several equal appends at once, and ends the others without an answer', async () => {
    const [stream, same] = [fresh(), [event()]];
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => append(stream, -1, same)));
    const lost = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    expect(lost.length).toBeGreaterThan(0);
    expect(lost.length).toBeLessThan(5);
    for (const reason of lost) expect(reason).toMatchObject({ type: 'deadline-exceeded' });
    expect(await append(stream, -1, same)).toMatchObject({ nextExpectedRevision: 0n });
  });

  test('refuses more than 1 MB, and an empty name; writes nothing for no events', async () => {
    await expect(append(fresh(), -1, [event(randomUUID(), 'x'.repeat(1_048_577))])).rejects.toMatchObject({
      type: 'maximum-append-size-exceeded',
    });
    await expect(append('', -1)).rejects.toMatchObject({ type: 'unknown' });
    const stream = fresh();
    await append(stream, -1, []);
    await expect(read(stream)).rejects.toMatchObject({ type: 'stream-not-found' });
  });

  test('takes 1,000 events in one append, and names with spaces and letters of every script', async () => {
    const stream = `${fresh()}/ é漢`;
    const { position } = await append(
      stream,
      -1,
      Array.from({ length: 1_000 }, () => event()),
    );
    expect(position?.commit).toBe(position?.prepare);
    const positions = (await read(stream)).map(({ event: found }) => found?.position?.commit ?? 0n);
    expect(positions).toEqual([...positions].sort((a, b) => Number(a - b)));
    expect(positions.at(-1)).toBe(position?.commit);
  });

  test('goes on at the old number in a soft-deleted stream, and never in a tombstoned one', async () => {
    const [soft, hard] = [fresh(), fresh()];
    await append(soft, -1, [event(), event()]);
    await client.deleteStream(soft);
    await expect(read(soft)).rejects.toMatchObject({ type: 'stream-not-found' });
    expect(await append(soft, -1)).toMatchObject({ nextExpectedRevision: 2n });
    await append(hard, -1);
    server.log.tombstone(hard);
    await expect(append(hard, 0)).rejects.toMatchObject({ type: 'stream-deleted' });
    await expect(read(hard)).rejects.toMatchObject({ type: 'stream-deleted' });
  });
});

/** Follows the log until `enough` returns true, or the time is over. */
const follow = async (
  options: Parameters<EventStoreDBClient['subscribeToAll']>[0],
  enough: (seen: readonly string[], caughtUp: boolean) => boolean,
  limit = 5_000,
) => {
  const subscription = client.subscribeToAll(options);
  const seen: string[] = [];
  let caughtUp = false;
  subscription.on('caughtUp', () => {
    caughtUp = true;
  });
  subscription.on('data', ({ event: found }) => void seen.push(found?.streamId ?? ''));
  const failed = new Promise<never>((_, reject) => {
    subscription.on('error', reject);
  });
  const done = vi.waitFor(() => expect(enough(seen, caughtUp)).toBe(true), { timeout: limit, interval: 5 });
  return Promise.race([done.then(() => seen), failed]).finally(() => subscription.unsubscribe());
};

describe('reading and subscribing', () => {
  test('a missing stream is an error, and what is after the end of one is empty', async () => {
    const stream = fresh();
    await expect(read(stream)).rejects.toMatchObject({ type: 'stream-not-found' });
    await append(stream, -1);
    expect(await read(stream, 9n)).toEqual([]);
  });

  test('a read begins with the event at its position, a subscription after it, and tells its end', async () => {
    const [first, second] = [fresh(), fresh()];
    const { position } = await append(first, -1);
    await append(second, -1);
    if (!position) throw new Error('no position');
    const [found] = await Array.fromAsync(client.readAll({ fromPosition: position, maxCount: 1 }));
    expect(found?.event?.streamId).toBe(first);
    expect(await follow({ fromPosition: position }, (_, caughtUp) => caughtUp)).toEqual([second]);
  });

  test('a filter by type lets an event of the server through that has another type', async () => {
    const { excludeSystemEvents } = await import('@eventstore/db-client');
    const seen = await follow({ filter: excludeSystemEvents() }, (_, caughtUp) => caughtUp);
    expect(seen).toContain('$scavenges');
    expect(seen).not.toContain('$users');
  });

  test('a filter that lets nothing through tells how far it has come', async () => {
    await append(
      fresh(),
      -1,
      Array.from({ length: 200 }, () => event()),
    );
    const reached: bigint[] = [];
    const checkpointReached = (_: unknown, { commit }: { commit: bigint }) => void reached.push(commit);
    await follow({ filter: streamNameFilter({ prefixes: ['nobody'], checkpointReached }) }, () => reached.length > 3);
    expect(reached).toEqual([...reached].sort((a, b) => Number(a - b)));
  });

  test('a position in the middle of a record is an error, one after the end is silence', async () => {
    const { position } = await append(fresh(), -1);
    if (!position) throw new Error('no position');
    const at = (offset: bigint) => ({ commit: position.commit + offset, prepare: position.commit + offset });
    await expect(follow({ fromPosition: at(-1n) }, () => false)).rejects.toMatchObject({ type: 'unknown' });
    const after = follow({ fromPosition: at(1_000_000n) }, (seen, caughtUp) => seen.length > 0 || caughtUp, 300);
    await append(fresh(), -1);
    await expect(after).rejects.toThrow('expected false to be true');
  });

  test('a slow reader is told so, and its subscription ends', async () => {
    const slow = follow({}, () => false);
    await sleep(100);
    server.nodes[0]?.endSubscriptions();
    await expect(slow).rejects.toMatchObject({ code: 10, message: expect.stringContaining('Consumer too slow') });
  });
});

describe('when something breaks', () => {
  test('a frozen server answers nothing, and goes on when it is thawed', async () => {
    const [node] = server.nodes;
    node?.freeze();
    const late = append(fresh(), -1);
    expect(await Promise.race([late, sleep(300, 'nothing')])).toBe('nothing');
    node?.thaw();
    expect(await late).toMatchObject({ nextExpectedRevision: 0n });
  });

  test('a server that has just started is not ready', async () => {
    server.nodes[0]?.beNotReady(200);
    await expect(append(fresh(), -1)).rejects.toMatchObject({ type: 'unknown' });
    await expect(read(fresh())).rejects.toThrow('Server Is Not Ready');
    await vi.waitFor(() => append(fresh(), -1), { timeout: 3_000, interval: 50 });
  });

  test('a client finds the next leader by itself; without a majority nothing is taken', async () => {
    const cluster = await startKurrentDouble({ nodes: 3 });
    const many = EventStoreDBClient.connectionString(cluster.url);
    await append(fresh(), -1, undefined, many);
    cluster.changeLeader();
    await vi.waitFor(() => append(fresh(), -1, undefined, many), { timeout: 5_000, interval: 50 });
    cluster.kill(1);
    await vi.waitFor(() => append(fresh(), -1, undefined, many), { timeout: 5_000, interval: 50 });
    // A client that knows one node only. The library mixes up the appends of two clients, so the other one ends.
    await many.dispose();
    const one = EventStoreDBClient.connectionString(`esdb://localhost:${cluster.nodes[0]?.port}?tls=false`);
    await append(fresh(), -1, undefined, one);
    cluster.kill(2);
    const refused = async () => expect(append(fresh(), -1, undefined, one)).rejects.toMatchObject({ type: 'unknown' });
    await vi.waitFor(refused, 3_000);
    await cluster.close();
    const gone = async () => expect(append(fresh(), -1, undefined, one)).rejects.toMatchObject({ code: 14 });
    await vi.waitFor(gone, 3_000);
    await expect(
      append(fresh(), -1, undefined, EventStoreDBClient.connectionString(`${cluster.url}&maxDiscoverAttempts=2`)),
    ).rejects.toThrow('Failed to discover after 2 attempts');
  });
});
