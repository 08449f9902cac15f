import type { PartitionLog } from '../partition-log.ts';
import { Answer, bytes, errors, list, type Request, text } from '../protocol.ts';
import { may, Operations, type Session } from '../session.ts';
import { numberIn } from '../topic-configs.ts';

const noLeaderEpoch = -1;

/** Returns a partition, or why somebody may not have it. */
const partitionFor = (session: Session, name: string, index: number, operation: number): PartitionLog | number => {
  if (!may(session, 'topic', name, operation)) return errors.topicDenied;
  return session.state.topics.get(name)?.partitions[index] ?? errors.unknownTopic;
};

/** Keeps messages. Undefined when the sender wants no answer. */
export const produce = (session: Session, request: Request): Answer | undefined => {
  const { reader, version, flexible } = request;
  const { state } = session;
  reader.readNullableString(flexible);
  const acks = reader.readInt16();
  reader.readInt32();
  const sent = list(request, () => ({
    name: text(request),
    partitions: list(request, () => ({ index: reader.readInt32(), data: bytes(request) })),
  }));
  const answer = new Answer(request).list(sent, (topic, { name, partitions }) => {
    topic.text(name).list(partitions, (each, { index, data }) => {
      const log = partitionFor(session, name, index, Operations.WRITE);
      const largest = numberIn(state.topics.get(name)?.configs ?? {}, 'max.message.bytes');
      const first = typeof log === 'number' ? undefined : log.append(data, largest);
      const code = typeof log === 'number' ? log : first === undefined ? errors.messageTooLarge : errors.none;
      each
        .int32(index)
        .int16(code)
        .int64(first ?? -1n)
        .int64(-1n)
        .int64(typeof log === 'number' ? -1n : log.start);
      if (version >= 8)
        each
          .list([], () => {})
          .text(
            code === errors.messageTooLarge
              ? 'The request included a message larger than the max message size the server will accept.'
              : null,
          );
    });
  });
  answer.int32(0);
  state.changes.emit('appended');
  return acks === 0 ? undefined : answer;
};

/** Waits until messages come, at most so many milliseconds. */
const untilMore = ({ state }: Session, milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      state.changes.off('appended', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    state.changes.once('appended', done);
  });

type Wanted = Readonly<{
  name: string;
  partitions: readonly Readonly<{ index: number; from: bigint; most: number }>[];
}>;

const readFetch = (request: Request) => {
  const { reader, version } = request;
  reader.readInt32();
  const [wait, least, most] = [reader.readInt32(), reader.readInt32(), reader.readInt32()];
  // Isolation, and a session, which this broker never opens.
  reader.skip(1 + 4 + 4);
  const topics: Wanted[] = list(request, () => ({
    name: text(request),
    partitions: list(request, () => {
      const index = reader.readInt32();
      reader.readInt32();
      const from = reader.readInt64();
      if (version >= 12) reader.readInt32();
      reader.readInt64();
      return { index, from, most: reader.readInt32() };
    }),
  }));
  return { wait, least, most, topics };
};

const isThere = (session: Session, topics: readonly Wanted[]): boolean =>
  topics.some(({ name, partitions }) =>
    partitions.some(({ index, from }) => {
      const log = partitionFor(session, name, index, Operations.READ);
      return typeof log === 'number' || log.end !== from;
    }),
  );

export const fetchMessages = async (session: Session, request: Request): Promise<Answer> => {
  const { wait, least, most, topics } = readFetch(request);
  if (least > 0 && !isThere(session, topics)) await untilMore(session, Math.min(wait, 10_000));
  let left = most;
  return new Answer(request)
    .int32(0)
    .int16(errors.none)
    .int32(0)
    .list(topics, (topic, { name, partitions }) => {
      topic.text(name).list(partitions, (each, { index, from, most: own }) => {
        const log = partitionFor(session, name, index, Operations.READ);
        const code =
          typeof log === 'number' ? log : from > log.end || from < log.start ? errors.offsetOutOfRange : errors.none;
        // The first partition with messages gets one batch even if it is too large: otherwise nobody would ever get it.
        const data =
          typeof log === 'number' || code || left <= 0 ? Buffer.alloc(0) : log.read(from, Math.min(own, left));
        left -= data.length;
        const [start, end] = typeof log === 'number' ? [-1n, -1n] : [log.start, log.end];
        each
          .int32(index)
          .int16(code)
          .int64(end)
          .int64(end)
          .int64(start)
          .list(null, () => {})
          .int32(-1)
          .bytes(data);
      });
    });
};

const [latest, earliest] = [-1n, -2n];

const offsetIn = (log: PartitionLog, time: bigint): bigint => {
  if (time === latest) return log.end;
  return time === earliest ? log.start : log.offsetAt(Number(time));
};

export const listOffsets = (session: Session, request: Request): Answer => {
  const { reader, version } = request;
  reader.skip(4 + 1);
  const asked = list(request, () => ({
    name: text(request),
    partitions: list(request, () => {
      const index = reader.readInt32();
      if (version >= 4) reader.readInt32();
      return { index, time: reader.readInt64() };
    }),
  }));
  return new Answer(request).int32(0).list(asked, (topic, { name, partitions }) => {
    topic.text(name).list(partitions, (each, { index, time }) => {
      const log = partitionFor(session, name, index, Operations.DESCRIBE);
      const found = typeof log === 'number' ? -1n : offsetIn(log, time);
      each
        .int32(index)
        .int16(typeof log === 'number' ? log : errors.none)
        .int64(-1n)
        .int64(found);
      if (version >= 4) each.int32(noLeaderEpoch);
    });
  });
};
