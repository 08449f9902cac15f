import { type LastBatches, readLimits } from './fetch-last.ts';
import { type BatchRecord, recordsOf } from './record-batches.ts';

/**
 * A message of a topic.
 *
 * @property timestamp milliseconds since 1970.
 * @property size      bytes of key and value; of what could not be unpacked: of its batch.
 * @property valueSize bytes of the value.
 * @property isCut     its value is only a beginning, because all together had too many bytes.
 * @property unread    0; or how many messages of a batch could not be unpacked, of which this is the last.
 */
export type ReadMessage = Readonly<{
  partition: number;
  offset: number;
  timestamp: number;
  key: Buffer | null;
  value: Buffer | null;
  headers: readonly Readonly<{ name: string; value: Buffer | null }>[];
  size: number;
  valueSize: number;
  isCut: boolean;
  unread: number;
}>;

type Found = BatchRecord & Readonly<{ partition: number }>;

/** Returns messages, newest first, whose values have so many bytes together. */
const withinBytes = (found: readonly Found[], bytes: number): ReadMessage[] => {
  let left = bytes;
  return found.map(({ offset, value, ...rest }) => {
    const kept = value?.subarray(0, Math.max(0, left)) ?? null;
    left -= kept?.length ?? 0;
    return { ...rest, offset: Number(offset), value: kept, isCut: (kept?.length ?? 0) < rest.valueSize };
  });
};

/**
 * Unpacks the last messages of a topic, newest first, with so many bytes of values together. Messages of transactions that were given
 * up are left out.
 */
export const messagesIn = (
  { fetched }: Pick<LastBatches, 'fetched'>,
  wanted = readLimits.messages,
  bytes = readLimits.bytes,
): ReadMessage[] => {
  const limit = Math.min(wanted, readLimits.messages);
  let found: Found[] = [];
  for (const { partition, from, until, aborted, records } of fetched) {
    // A batch begins before what was asked for.
    const read = recordsOf(records, aborted, (offset) => offset >= from && offset < until);
    found = [...found, ...read.map((each) => ({ ...each, partition }))]
      .sort((one, other) => other.timestamp - one.timestamp || Number(other.offset - one.offset))
      .slice(0, limit);
  }
  return withinBytes(found, bytes);
};
