import { createHash } from 'node:crypto';
import type { Database } from '#platform/database.ts';
import { beginning, type Position } from '../event-store.ts';
import { batchesOf } from './batches.ts';
import type { LogClient } from './client.ts';
import { asLinkedEvent, isOfServer, type LinkedEvent } from './stored-event.ts';

/** The most events in a seal: the verifier keeps the streams of one seal in memory. */
const sealSize = 5_000;

/** A seal as migrations/402 keeps it. `heads`: the newest version of each stream in it, as JSON. */
export type Seal = Readonly<{ seal: number; events: number; position: Position; heads: string; digest: Buffer }>;

export const beforeAll: Seal = { seal: 0, events: 0, position: beginning, heads: '{}', digest: Buffer.alloc(32) };

const columns = 'seal, events, last_position as position, heads, digest';

export const sealAfter = async (database: Database, seal: number): Promise<Seal | undefined> => {
  const { rows } = await database.query<Seal>(
    `select ${columns} from server_seals where seal > $1 order by seal limit 1`,
    [seal],
  );
  return rows[0];
};

/** Returns a seal by its number. */
export const readSeal = async (database: Database, seal: number): Promise<Seal | undefined> => {
  const { rows } = await database.query<Seal>(`select ${columns} from server_seals where seal = $1`, [seal]);
  return rows[0];
};

/** Returns the newest seal; without any, that before all. */
export const newestSeal = async (database: Database): Promise<Seal> => {
  const { rows } = await database.query<Seal>(`select ${columns} from server_seals order by seal desc limit 1`);
  return rows[0] ?? beforeAll;
};

const int64 = (value: number): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64BE(BigInt(value));
  return bytes;
};

/** Returns what a seal says of its events. */
export const createPart = () => {
  const items = createHash('sha256');
  const heads = new Map<string, number>();
  let count = 0;
  return {
    take: ({ hash, created, stream, version }: LinkedEvent) => {
      items.update(hash).update(int64(created));
      heads.set(stream, Math.max(version, heads.get(stream) ?? 0));
      count += 1;
    },
    heads,
    count: () => count,
    items: () => items.digest(),
  };
};

/** Returns the digest that `store_seal` (migrations/403) computes. */
export const digestOf = (before: Seal, seal: number, events: number, items: Buffer, heads: string): Buffer =>
  createHash('sha256')
    .update(before.digest)
    .update(int64(seal))
    .update(int64(events))
    .update(items)
    .update(createHash('sha256').update(heads).digest())
    .digest();

/** Adds the next seal. Undefined: another process has added it. */
const addSeal = async (database: Database, before: Seal, events: readonly LinkedEvent[]): Promise<Seal | undefined> => {
  const part = createPart();
  for (const event of events) part.take(event);
  const position = events.at(-1)?.position ?? before.position;
  const heads = JSON.stringify(Object.fromEntries(part.heads));
  const next = { seal: before.seal + 1, events: before.events + events.length, position, heads };
  const items = part.items();
  const { rows } = await database.query<{ stored: boolean }>('select store_seal($1, $2, $3, $4, $5) as stored', [
    next.seal,
    next.events,
    position,
    heads,
    items,
  ]);
  return rows[0]?.stored ? { ...next, digest: digestOf(before, next.seal, next.events, items, heads) } : undefined;
};

/** Seals all events that are not sealed yet. @returns how many. */
export const sealLog = async (database: Database, client: LogClient, prefix: string): Promise<number> => {
  let before = await newestSeal(database);
  const first = before.events;
  const { signal } = new AbortController();
  const waiting: LinkedEvent[] = [];
  for await (const batch of batchesOf(client, {
    after: before.position,
    prefixes: [prefix],
    batchSize: sealSize,
    signal,
  })) {
    for (const event of batch) if (!isOfServer(event)) waiting.push(asLinkedEvent(event, prefix));
    const isEnd: boolean = batch.length === 0;
    if (waiting.length < sealSize && !isEnd) continue;
    const sealed: Seal | undefined =
      waiting.length > 0 ? await addSeal(database, before, waiting.splice(0)) : undefined;
    before = sealed ?? before;
    if (isEnd || !sealed) break;
  }
  return before.events - first;
};
