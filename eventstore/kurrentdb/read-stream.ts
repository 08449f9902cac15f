import type { RecordedEvent } from '@eventstore/db-client';
import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { Library } from './library.ts';

type Reading = Readonly<{ done: Promise<readonly RecordedEvent[]>; cancel: () => void }>;

const requestOf = ({ protocol }: Library, stream: string, fromVersion: number, count: number): ReadReq => {
  const from = new protocol.ReadReq.Options.StreamOptions();
  from.setStreamIdentifier(protocol.createStreamIdentifier(stream));
  from.setRevision(String(fromVersion - 1));
  const ids = new protocol.ReadReq.Options.UUIDOption();
  ids.setString(new protocol.Empty() as never);
  const options = new protocol.ReadReq.Options();
  options.setStream(from);
  options.setCount(String(count));
  options.setUuidOption(ids);
  options.setNoFilter(new protocol.Empty() as never);
  options.setReadDirection(protocol.ReadReq.Options.ReadDirection.FORWARDS);
  const request = new protocol.ReadReq();
  request.setOptions(options);
  return request;
};

/**
 * Reads the events of a stream from the leader; none for a missing stream. The library has the same call. For each command
 * it makes a second stream of objects, and for each new stream an error with its stack: together half of the time of a read.
 */
export const readStream = (library: Library, stream: string, fromVersion: number, count: number): Reading => {
  const { protocol, execute, callArguments } = library;
  let cancel: () => void = () => undefined;
  const done = execute(
    'readStream',
    (grpc) =>
      new Promise<readonly RecordedEvent[]>((resolve, reject) => {
        const request = requestOf(library, stream, fromVersion, count);
        const call = grpc.read(
          request,
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
