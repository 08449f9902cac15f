import { eventHash } from '../event-hash.ts';
import type { EncodedEvent, StoredEvent } from '../stored-event.ts';
import type { EventToSend, ServerEvent } from './server-event.ts';

/** What the server keeps beside the data: everything that the hash is over, and both hashes. */
type Metadata = Readonly<{ meta: string; schemaVersion: number; previous: string; hash: string }>;

/** An event with its hashes. They are empty in an event that Portico did not write. */
export type LinkedEvent = StoredEvent & Readonly<{ previous: Buffer; hash: Buffer; created: number }>;

const bytesOf = (hex: unknown): Buffer => Buffer.from(typeof hex === 'string' ? hex : '', 'hex');

/** Events of the server itself in a stream: it was deleted. */
export const isOfServer = ({ type }: Pick<ServerEvent, 'type'>): boolean => type.startsWith('$');

/** @param prefix is cut off the name of the stream. */
export const asLinkedEvent = (event: ServerEvent, prefix: string): LinkedEvent => {
  const given = (event.metadata ?? {}) as Partial<Metadata>;
  return {
    id: event.id,
    stream: event.stream.slice(prefix.length),
    version: event.version,
    type: event.type,
    position: event.position,
    created: event.created,
    data: Buffer.from(event.data).toString('utf8'),
    meta: String(given.meta),
    schemaVersion: Number(given.schemaVersion),
    previous: bytesOf(given.previous),
    hash: bytesOf(given.hash),
  };
};

/** Returns events as they are sent, each with the hash of the one before it. */
export const asSent = (
  stream: string,
  expected: number,
  previous: Buffer,
  events: readonly EncodedEvent[],
): readonly EventToSend[] => {
  let before = previous;
  return events.map(({ id, type, schemaVersion, data, meta }, index) => {
    const version = expected + index + 1;
    const hash = eventHash(before, { stream, version, eventId: id, type, schemaVersion, data, meta });
    const metadata: Metadata = { meta, schemaVersion, previous: before.toString('hex'), hash: hash.toString('hex') };
    before = hash;
    return { id, type, data: Buffer.from(data), metadata };
  });
};

/** The most bytes that the server takes in one append. */
export const mostBytes = 1_048_576;

/** What the hashes and the server's own fields add to an event, in bytes, more or less. */
const overhead = 400;

/** Returns the bytes of an event at the server, rather too many than too few. */
export const sizeOf = ({ type, data, meta }: Pick<EncodedEvent, 'type' | 'data' | 'meta'>): number =>
  // The texts of `meta` are quoted once more.
  Buffer.byteLength(type) + Buffer.byteLength(data) + Buffer.byteLength(JSON.stringify(meta)) + overhead;

/** @throws Error for events that the server would refuse. They are a fault of the program: what is large lies outside events. */
export const refuseOversized = (stream: string, events: readonly EncodedEvent[]): void => {
  const bytes = events.reduce((sum, event) => sum + sizeOf(event), 0);
  if (bytes > mostBytes)
    throw new Error(`${stream}: an append of ${bytes} bytes, and the event log takes ${mostBytes}`);
};
