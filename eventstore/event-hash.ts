import { createHash } from 'node:crypto';

/** An event as the log stores it. The texts are the stored bytes. */
export type HashedEvent = Readonly<{
  stream: string;
  version: number;
  eventId: string;
  type: string;
  schemaVersion: number;
  data: string;
  meta: string;
}>;

/** The previous hash of a stream's first event. */
export const noHash: Buffer = Buffer.alloc(32);

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();

/**
 * Returns the hash of an event: SHA-256 over the previous hash and all stored bytes of the event (requirements F4, F8).
 * It is the same with each adapter; in Postgres it is `event_hash` (migrations/005).
 */
export const eventHash = (previous: Buffer, event: HashedEvent): Buffer => {
  const version = Buffer.alloc(8);
  version.writeBigInt64BE(BigInt(event.version));
  const schemaVersion = Buffer.alloc(4);
  schemaVersion.writeInt32BE(event.schemaVersion);
  return sha256(
    Buffer.concat([
      previous,
      sha256(event.stream),
      version,
      Buffer.from(event.eventId.replaceAll('-', ''), 'hex'),
      sha256(event.type),
      schemaVersion,
      sha256(event.data),
      sha256(event.meta),
    ]),
  );
};
