import { Reader, readRecord } from '@platformatic/kafka';
import { unpack } from './unpack.ts';

/**
 * A record as it stands in a batch.
 *
 * @property timestamp milliseconds since 1970, as a sender chose it.
 * @property key, value, headers their beginnings only, as copies, so that no large batch stays in memory.
 * @property size      bytes of key and value. Of what could not be unpacked: of the batch as it is.
 * @property valueSize bytes of the value.
 * @property unread    how many messages of a batch could not be unpacked, of which this is the last; 0 for one that was read.
 */
export type BatchRecord = Readonly<{
  offset: bigint;
  timestamp: number;
  key: Buffer | null;
  value: Buffer | null;
  size: number;
  valueSize: number;
  unread: number;
  headers: readonly Readonly<{ name: string; value: Buffer | null }>[];
}>;

/** A transaction that was given up. Its messages are nobody's. */
export type Aborted = Readonly<{ producerId: bigint; firstOffset: bigint }>;

/** Bytes before the records of a batch, and those before its length counts. */
const headBytes = 61;
const uncounted = 12;
/** Bits of a batch's attributes: its packing, that the broker's clock counts, that it is of a transaction, and that it marks the end of one. */
const packingBits = 7;
const brokerTimeBit = 8;
const transactionBit = 0x10;
const controlBit = 0x20;
/** Bytes that are kept of a key, of a value, and of the name and value of a header; and headers. */
const kept = { key: 1000, value: 256 * 1024, name: 200, header: 1000, headers: 50 } as const;

/** Returns a function that says of each batch, in their order, whether it is of a transaction that was given up. */
const abortedIn = (aborted: readonly Aborted[]): ((batch: Buffer, next: bigint) => boolean) => {
  const open = new Set<bigint>();
  let left = aborted.toSorted((one, other) => Number(one.firstOffset - other.firstOffset));
  return (batch, next) => {
    for (const { producerId } of left.filter(({ firstOffset }) => firstOffset < next)) open.add(producerId);
    left = left.filter(({ firstOffset }) => firstOffset >= next);
    const [attributes, producerId] = [batch.readInt16BE(21), batch.readBigInt64BE(43)];
    // The mark of its end: what the same sender sends later counts again.
    if (attributes & controlBit) open.delete(producerId);
    return (attributes & transactionBit) !== 0 && open.has(producerId);
  };
};

/** Which records are wanted, by their offsets. */
type Wanted = (offset: bigint) => boolean;

const copyOf = (bytes: Buffer | null, most: number): Buffer | null => bytes && Buffer.from(bytes.subarray(0, most));

const recordsIn = (batch: Buffer, isWanted: Wanted): BatchRecord[] => {
  const attributes = batch.readInt16BE(21);
  if (attributes & controlBit) return [];
  const [first, firstTimestamp, lastTimestamp] = [0, 27, 35].map((at) => batch.readBigInt64BE(at)) as [
    bigint,
    bigint,
    bigint,
  ];
  const count = batch.readInt32BE(57);
  const reader = Reader.from(unpack(attributes & packingBits, batch.subarray(headBytes)));
  const records: BatchRecord[] = [];
  for (let read = 0; read < count && reader.remaining > 0; read += 1) {
    const { offsetDelta, timestampDelta, key, value, headers } = readRecord(reader);
    const offset = first + BigInt(offsetDelta);
    if (!isWanted(offset)) continue;
    records.push({
      offset,
      timestamp: Number(attributes & brokerTimeBit ? lastTimestamp : firstTimestamp + timestampDelta),
      key: copyOf(key, kept.key),
      value: copyOf(value, kept.value),
      size: (key?.length ?? 0) + (value?.length ?? 0),
      valueSize: value?.length ?? 0,
      unread: 0,
      headers: headers.slice(0, kept.headers).map(([name, text]) => ({
        name: copyOf(name, kept.name)?.toString() ?? '',
        value: copyOf(text, kept.header),
      })),
    });
  }
  return records;
};

/** Returns what stands for a batch that can't be unpacked, at its last offset. */
const unreadIn = (batch: Buffer, last: bigint): BatchRecord => ({
  offset: last,
  timestamp: Number(batch.readBigInt64BE(35)),
  key: null,
  value: null,
  size: batch.length,
  valueSize: 0,
  unread: Math.max(1, batch.readInt32BE(57)),
  headers: [],
});

/** Returns the whole batches of a fetch, each with the offset after it. The last one may be cut, and is left out. */
const wholeBatches = (batches: Buffer): readonly Readonly<{ batch: Buffer; next: bigint }>[] => {
  const found: { batch: Buffer; next: bigint }[] = [];
  for (let at = 0; at + headBytes <= batches.length; ) {
    const length = batches.readInt32BE(at + 8) + uncounted;
    if (length < headBytes || at + length > batches.length) break;
    const batch = batches.subarray(at, at + length);
    found.push({ batch, next: batch.readBigInt64BE(0) + BigInt(batch.readInt32BE(23)) + 1n });
    at += length;
  }
  return found;
};

/** Returns the offset after the last whole batch of a fetch; undefined when there is none. Unpacks nothing. */
export const nextAfter = (batches: Buffer): bigint | undefined => wholeBatches(batches).at(-1)?.next;

/**
 * Returns the wanted records in the answer of a fetch. A batch that can't be unpacked, or would be too large, is one record that says
 * so: what one sender has sent does not hide the messages of others.
 */
export const recordsOf = (batches: Buffer, aborted: readonly Aborted[], isWanted: Wanted): BatchRecord[] => {
  const isAborted = abortedIn(aborted);
  return wholeBatches(batches).flatMap(({ batch, next }) => {
    if (isAborted(batch, next)) return [];
    try {
      return recordsIn(batch, isWanted);
    } catch {
      return isWanted(next - 1n) ? [unreadIn(batch, next - 1n)] : [];
    }
  });
};
