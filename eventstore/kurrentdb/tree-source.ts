import type { Database } from '#platform/database.ts';
import { eventHash } from '../event-hash.ts';
import { leafOf } from '../merkle/checkpoint.ts';
import type { ReadLeaf, TreeSource } from '../merkle/tree-source.ts';
import { batchesOf } from './batches.ts';
import type { LogClient } from './client.ts';
import { readServerStream } from './read-server-stream.ts';
import { beforeAll, newestSeal, readSeal, type Seal, sealAfter } from './seal-log.ts';
import { asLinkedEvent, isOfServer, type LinkedEvent } from './stored-event.ts';

const pageSize = 1_000;

/** The server keeps milliseconds. */
const recordedOf = ({ created }: LinkedEvent): bigint => BigInt(created) * 1_000n;

const readLeaf = (stored: LinkedEvent): ReadLeaf => {
  const { stream, version, id: eventId } = stored;
  const computed = eventHash(stored.previous, { ...stored, eventId });
  return {
    ...{ stream, version, eventId, stored, leaf: leafOf(computed, recordedOf(stored)) },
    isSound: computed.equals(stored.hash),
  };
};

/** Reads events in the order of the log, up to a place. It ends where the log ends, too: somebody may have cut it. */
async function* readLeaves(
  client: LogClient,
  prefix: string,
  { position: after }: Seal,
  { position: until }: Seal,
): AsyncGenerator<readonly ReadLeaf[]> {
  const { signal } = new AbortController();
  for await (const batch of batchesOf(client, { after, prefixes: [prefix], batchSize: pageSize, signal })) {
    yield batch
      .filter((event) => !isOfServer(event) && event.position <= until)
      .map((event) => readLeaf(asLinkedEvent(event, prefix)));
    const last = batch.at(-1);
    if (!last || last.position >= until) return;
  }
}

async function* readSealed(database: Database, client: LogClient, prefix: string): AsyncGenerator<ReadLeaf> {
  for (let last = beforeAll; ; ) {
    const newest = await newestSeal(database);
    if (newest.seal <= last.seal) return;
    for await (const leaves of readLeaves(client, prefix, last, newest)) yield* leaves;
    last = newest;
  }
}

/** Returns the log in KurrentDB, as a tree is made of it. */
export const serverSource = (database: Database, client: LogClient, prefix: string): TreeSource => {
  const at = async (seal: number) => (seal === 0 ? beforeAll : await readSeal(database, seal));
  return {
    place: 'server_checkpoints',
    eventsAt: async (seal) => (await at(seal))?.events,
    nextSeal: (after) => sealAfter(database, after),
    leaves: async function* (after, until) {
      const [from, to] = await Promise.all([at(after), at(until)]);
      if (from && to) yield* readLeaves(client, prefix, from, to);
    },
    sealed: () => readSealed(database, client, prefix),
    isStored: async ({ stream, eventId }) =>
      (await readServerStream(client, prefix, stream)).some(({ id }) => id === eventId),
    stream: async (stream) =>
      (await readServerStream(client, prefix, stream)).map((event) => {
        const { version, id: eventId, type, schemaVersion, data, meta, previous: previousHash } = event;
        return {
          ...{ stream, version, eventId, type, schemaVersion, data, meta, previousHash },
          recorded: String(recordedOf(event)),
        };
      }),
  };
};
