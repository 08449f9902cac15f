import { FetchIsolationLevels } from '@platformatic/kafka';
import { leadersOf, offsetsAt } from '../admin/end-offsets.ts';
import type { Brokers } from '../connect/connect.ts';
import { fetchRaw } from './fetch-raw.ts';
import { type Aborted, nextAfter } from './record-batches.ts';

/** What is read at most: messages, bytes of them that are answered, bytes that come from a broker, and milliseconds. */
export const readLimits = { messages: 50, bytes: 256 * 1024, fetchedBytes: 32 * 1024 * 1024, milliseconds: 4_000 };
/** Milliseconds that a broker waits for something to answer. */
const maxWait = 500;

/** Batches of one partition as a broker keeps them, of which the offsets from `from` to before `until` are wanted. */
export type FetchedBatches = Readonly<{
  partition: number;
  from: bigint;
  until: bigint;
  aborted: readonly Aborted[];
  records: Buffer;
}>;

/** The last batches of a topic. `isPartial`: not all of them, because they are too large or came too late. */
export type LastBatches = Readonly<{ fetched: readonly FetchedBatches[]; isPartial: boolean }>;

type Range = Readonly<{ partition: number; from: bigint; until: bigint }>;
/** What is left of the limits of one read. */
type Room = { bytes: number; deadline: number; isPartial: boolean };

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

/** Returns what is still to be read of a range. Where messages are so large that not all fit, the newest are. */
const rest = (range: Range, next: bigint, bytes: number, room: Room, ranges: number): Range => {
  const read = Number(next - range.from);
  const share = Math.max(0, room.bytes) / ranges;
  const fitting = BigInt(Math.max(1, Math.floor(share / Math.max(1, bytes / Math.max(1, read)))));
  if (range.until - next <= fitting) return { ...range, from: next };
  room.isPartial = true;
  return { ...range, from: range.until - fitting };
};

/** Reads partitions that one broker leads, in rounds, until their ends or a limit. */
const readAt = async (
  brokers: Brokers,
  node: number,
  topic: string,
  ranges: readonly Range[],
  room: Room,
): Promise<FetchedBatches[]> => {
  const found: FetchedBatches[] = [];
  let left = ranges;
  while (left.length > 0) {
    if (Date.now() > room.deadline || room.bytes <= 0) {
      room.isPartial = true;
      break;
    }
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
    const next = new Map<number, Range>();
    for (const { partition, aborted, records } of fetched) {
      const range = left.find((each) => each.partition === partition);
      const after = nextAfter(records);
      if (!range || after === undefined) continue;
      room.bytes -= records.length;
      found.push({ partition, from: range.from, until: range.until, aborted, records });
      next.set(partition, rest(range, after, records.length, room, left.length));
    }
    // A broker that has nothing more to say of any of them is not asked again.
    if (next.size === 0) break;
    left = left.map((range) => next.get(range.partition) ?? range).filter(({ from, until }) => from < until);
  }
  return found;
};

/**
 * Returns the batches with the last messages of a topic over all partitions, packed as they are: whoever unpacks them does it where a
 * stranger's bytes may do no harm (`messagesIn`). It joins no group and leaves no trace at the broker.
 *
 * @throws KafkaError `kafka.unknown-topic`, `kafka.not-allowed`.
 */
export const fetchLast = async (
  brokers: Brokers,
  topic: string,
  wanted = readLimits.messages,
): Promise<LastBatches> => {
  const room: Room = {
    bytes: readLimits.fetchedBytes,
    deadline: Date.now() + readLimits.milliseconds,
    isPartial: false,
  };
  const limit = Math.min(wanted, readLimits.messages);
  const fetched: FetchedBatches[] = [];
  for (const [node, partitions] of await leadersOf(brokers, topic)) {
    const ranges = await rangesAt(brokers, node, topic, partitions, limit);
    fetched.push(...(await readAt(brokers, node, topic, ranges, room)));
  }
  return { fetched, isPartial: room.isPartial };
};
