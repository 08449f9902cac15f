import type { RecordedEvent } from '@eventstore/db-client';
import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { Library } from './library.ts';
import type { ServerPosition } from './position.ts';

/** What is read: a stream from a version on, or all streams from a position on. The event there is the first. */
export type Reading = Readonly<
  ({ stream: string; fromVersion: number } | { from: ServerPosition | 'start' | 'end' }) & {
    direction: 'forwards' | 'backwards';
    count: number;
  }
>;

const allOptions = ({ protocol }: Library, from: ServerPosition | 'start' | 'end') => {
  const all = new protocol.ReadReq.Options.AllOptions();
  if (from === 'start') all.setStart(new protocol.Empty() as never);
  else if (from === 'end') all.setEnd(new protocol.Empty() as never);
  else {
    const position = new protocol.ReadReq.Options.Position();
    position.setCommitPosition(String(from.commit));
    position.setPreparePosition(String(from.prepare));
    all.setPosition(position);
  }
  return all;
};

const streamOptions = ({ protocol }: Library, stream: string, fromVersion: number) => {
  const from = new protocol.ReadReq.Options.StreamOptions();
  from.setStreamIdentifier(protocol.createStreamIdentifier(stream));
  from.setRevision(String(fromVersion - 1));
  return from;
};

const requestOf = (library: Library, reading: Reading): ReadReq => {
  const { protocol } = library;
  const { FORWARDS, BACKWARDS } = protocol.ReadReq.Options.ReadDirection;
  const ids = new protocol.ReadReq.Options.UUIDOption();
  ids.setString(new protocol.Empty() as never);
  const options = new protocol.ReadReq.Options();
  if ('stream' in reading) options.setStream(streamOptions(library, reading.stream, reading.fromVersion));
  else options.setAll(allOptions(library, reading.from));
  options.setCount(String(reading.count));
  options.setUuidOption(ids);
  options.setNoFilter(new protocol.Empty() as never);
  options.setReadDirection(reading.direction === 'forwards' ? FORWARDS : BACKWARDS);
  const request = new protocol.ReadReq();
  request.setOptions(options);
  return request;
};

/**
 * Reads events from the leader; none for a missing stream. The library has the same calls. For each it makes a second stream of
 * objects, and for each new stream an error with its stack: together half of the time of a short read.
 */
export const readEvents = (
  library: Library,
  reading: Reading,
): Readonly<{ done: Promise<readonly RecordedEvent[]>; cancel: () => void }> => {
  const { protocol, execute, callArguments } = library;
  let cancel: () => void = () => undefined;
  const done = execute(
    'read',
    (grpc) =>
      new Promise<readonly RecordedEvent[]>((resolve, reject) => {
        const call = grpc.read(
          requestOf(library, reading),
          ...callArguments({ requiresLeader: true }, { deadline: Number.POSITIVE_INFINITY }),
        );
        cancel = () => call.cancel();
        const events: RecordedEvent[] = [];
        call.on('data', (answer: ReadResp) => {
          const event = answer.hasEvent() ? protocol.convertGrpcEvent(answer.getEvent() as never).event : undefined;
          if (event) events.push(event as RecordedEvent);
        });
        call.on('error', (error) => reject(protocol.convertToCommandError(error)));
        call.on('end', () => resolve(events));
      }),
  );
  return { done, cancel: () => cancel() };
};
