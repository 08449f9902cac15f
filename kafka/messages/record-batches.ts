import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import { compressionsAlgorithms, Reader, readRecord } from '@platformatic/kafka';

/** A record as it stands in a batch. `timestamp`: milliseconds since 1970. */
export type BatchRecord = Readonly<{
  offset: bigint;
  timestamp: number;
  key: Buffer | null;
  value: Buffer | null;
  headers: readonly (readonly [Buffer | null, Buffer | null])[];
}>;

/** A transaction that was given up. Its messages are nobody's. */
export type Aborted = Readonly<{ producerId: bigint; firstOffset: bigint }>;

/** Bytes that one batch may have when it is unpacked: ten times the largest message that is usual. */
const unpackedLimit = 10_000_000;
/** Bytes before the records of a batch, and those before its length counts. */
const headBytes = 61;
const uncounted = 12;
/** Bits of a batch's attributes: its packing, that it is of a transaction, and that it marks the end of one. */
const packingBits = 7;
const transactionBit = 0x10;
const controlBit = 0x20;

const unpack = (packing: number, packed: Buffer): Buffer => {
  const limit = { maxOutputLength: unpackedLimit };
  switch (packing) {
    case 0:
      return packed;
    case 1:
      return gunzipSync(packed, limit);
    case 2:
      return compressionsAlgorithms.snappy.decompressSync(packed);
    case 3:
      return compressionsAlgorithms.lz4.decompressSync(packed);
    case 4:
      return zstdDecompressSync(packed, limit);
    default:
      throw new RangeError(`packing ${packing}`);
  }
};

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

const recordsIn = (batch: Buffer): BatchRecord[] => {
  const attributes = batch.readInt16BE(21);
  if (attributes & controlBit) return [];
  const [first, firstTimestamp] = [batch.readBigInt64BE(0), batch.readBigInt64BE(27)];
  const count = batch.readInt32BE(57);
  const reader = Reader.from(unpack(attributes & packingBits, batch.subarray(headBytes)));
  const records: BatchRecord[] = [];
  while (records.length < count && reader.remaining > 0) {
    const { offsetDelta, timestampDelta, key, value, headers } = readRecord(reader);
    records.push({
      offset: first + BigInt(offsetDelta),
      timestamp: Number(firstTimestamp + timestampDelta),
      key,
      value,
      headers,
    });
  }
  return records;
};

/**
 * Returns the records in the answer of a fetch, whose last batch may be cut. A batch that can't be unpacked, or would be too large,
 * is left out.
 *
 * @returns `next`: the offset after the last whole batch; undefined when there is none.
 */
export const recordsOf = (
  batches: Buffer,
  aborted: readonly Aborted[],
): { records: BatchRecord[]; next: bigint | undefined } => {
  const records: BatchRecord[] = [];
  let next: bigint | undefined;
  const isAborted = abortedIn(aborted);
  for (let at = 0; at + headBytes <= batches.length; ) {
    const length = batches.readInt32BE(at + 8) + uncounted;
    if (length < headBytes || at + length > batches.length) break;
    const batch = batches.subarray(at, at + length);
    next = batch.readBigInt64BE(0) + BigInt(batch.readInt32BE(23)) + 1n;
    try {
      if (!isAborted(batch, next)) records.push(...recordsIn(batch));
    } catch {
      // What one sender has sent does not hide the messages of others.
    }
    at += length;
  }
  return { records, next };
};
