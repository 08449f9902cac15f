import { FetchIsolationLevels } from '@platformatic/kafka';
import { leadersOf, offsetsAt } from '../admin/end-offsets.ts';
import type { Brokers } from '../connect/connect.ts';
import { fetchRaw } from './fetch-raw.ts';
import { type BatchRecord, recordsOf } from './record-batches.ts';

/**
 * A message of a topic.
 *
 * @property timestamp milliseconds since 1970.
 * @property size      bytes of key and value.
 * @property isCut     its value is only a beginning, because all together had too many bytes.
 */
export type ReadMessage = Readonly<{
  partition: number;
  offset: number;
  timestamp: number;
  key: Buffer | null;
  value: Buffer | null;
  headers: readonly Readonly<{ name: string; value: Buffer | null }>[];
  size: number;
  isCut: boolean;
}>;

/** What is read at most: messages, bytes of them together, and milliseconds. */
export const readLimits = { messages: 50, bytes: 256 * 1024, milliseconds: 5_000 };
/** Milliseconds that a broker waits for something to answer. */
const maxWait = 500;

type Found = BatchRecord & Readonly<{ partition: number }>;
type Range = Readonly<{ partition: number; from: bigint; until: bigint }>;

/** Returns the last offsets of each partition that one broker leads: as many as are wanted in all. */
const rangesAt = async (
  brokers: Brokers,
  node: number,
  topic: string,
  partitions: readonly number[],
  wanted: number,
): Promise<Range[]> => {
  const [starts, ends] = [
    await offsetsAt(brokers, node, topic, partitions, 'EARLIEST'),
    await offsetsAt(brokers, node, topic, partitions, 'LATEST'),
  ];
  return partitions.flatMap((partition) => {
    const [start = 0n, until = 0n] = [starts.get(partition), ends.get(partition)];
    const back = until - BigInt(wanted);
    const from = back > start ? back : start;
    return until > from ? [{ partition, from, until }] : [];
  });
};

/** Reads partitions that one broker leads, in rounds, until their ends or the deadline. */
const readAt = async (
  brokers: Brokers,
  node: number,
  topic: string,
  ranges: readonly Range[],
  deadline: number,
): Promise<Found[]> => {
  const found: Found[] = [];
  let left = ranges;
  while (left.length > 0 && Date.now() < deadline) {
    const partitions = left.map(({ partition, from }) => ({
      partition,
      currentLeaderEpoch: -1,
      fetchOffset: from,
      lastFetchedEpoch: -1,
      partitionMaxBytes: readLimits.bytes,
    }));
    const { READ_COMMITTED } = FetchIsolationLevels;
    const asked = [{ topicId: topic, partitions }];
    const fetched = await brokers.askNode(
      node,
      fetchRaw,
      maxWait,
      1,
      readLimits.bytes,
      READ_COMMITTED,
      0,
      -1,
      asked,
      [],
      '',
    );
    const next = new Map<number, bigint>();
    for (const { partition, aborted, records } of fetched) {
      const read = recordsOf(records, aborted);
      const range = left.find((each) => each.partition === partition);
      if (!range) continue;
      // A batch begins before what was asked for.
      found.push(
        ...read.records
          .filter(({ offset }) => offset >= range.from && offset < range.until)
          .map((each) => ({ ...each, partition })),
      );
      if (read.next !== undefined) next.set(partition, read.next);
    }
    // A broker that has nothing more to say of any of them is not asked again.
    if (next.size === 0) break;
    left = left
      .map((range) => ({ ...range, from: next.get(range.partition) ?? range.from }))
      .filter(({ from, until }) => from < until);
  }
  return found;
};

/** Returns messages, newest first, whose values have so many bytes together. */
const withinBytes = (found: readonly Found[]): ReadMessage[] => {
  let left = readLimits.bytes;
  return found.map(({ partition, offset, timestamp, key, value, headers }) => {
    const size = (key?.length ?? 0) + (value?.length ?? 0);
    const kept = value?.subarray(0, Math.max(0, left)) ?? null;
    left -= size;
    return {
      partition,
      offset: Number(offset),
      timestamp,
      key: key?.subarray(0, 1000) ?? null,
      value: kept,
      headers: headers.slice(0, 50).map(([name, text]) => ({
        name: name?.toString().slice(0, 200) ?? '',
        value: text?.subarray(0, 1000) ?? null,
      })),
      size,
      isCut: (kept?.length ?? 0) < (value?.length ?? 0),
    };
  });
};

/**
 * Returns the last messages of a topic over all partitions, newest first: at most 50, with 256 kB of values, in 5 s. It joins no
 * group and leaves no trace at the broker. Messages of transactions that were given up are left out.
 *
 * @throws KafkaError `kafka.unknown-topic`, `kafka.not-allowed`.
 */
export const readLast = async (
  brokers: Brokers,
  topic: string,
  wanted = readLimits.messages,
): Promise<ReadMessage[]> => {
  const deadline = Date.now() + readLimits.milliseconds;
  const limit = Math.min(wanted, readLimits.messages);
  const found: Found[] = [];
  for (const [node, partitions] of await leadersOf(brokers, topic)) {
    const ranges = await rangesAt(brokers, node, topic, partitions, limit);
    found.push(...(await readAt(brokers, node, topic, ranges, deadline)));
  }
  found.sort((one, other) => other.timestamp - one.timestamp || Number(other.offset - one.offset));
  return withinBytes(found.slice(0, limit));
};
