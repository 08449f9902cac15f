import { randomUUID } from 'node:crypto';
import type { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type { BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { Library } from './library.ts';
import type { ServerPosition } from './position.ts';
import type { EventToSend } from './server-event.ts';

/** What an append leads to, as the server counts: revisions begin at 0. */
export type BatchAppended = Readonly<{ revision: bigint; position: ServerPosition }>;
type Waiting = Readonly<{ resolve: (appended: BatchAppended) => void; reject: (error: unknown) => void }>;
type Stream = ReturnType<StreamsClient['batchAppend']>;
type Lane = Readonly<{ stream: Stream; waiting: Map<string, Waiting> }>;

/**
 * Returns the call that appends, over one stream of requests a connection. The library has the same call, but keeps the appends of
 * all connections together: when one breaks, it gives up those of the others, and the next answer to one of them ends the process.
 *
 * @param onBreak is called when a connection has ended.
 */
export const createBatchAppend = ({ protocol, execute, callArguments }: Library, onBreak: () => void) => {
  const lanes = new Map<StreamsClient, Lane>();

  const settle = ({ waiting }: Lane, answer: BatchAppendResp): void => {
    const id = protocol.parseUUID(answer.getCorrelationId()) ?? '';
    const found = waiting.get(id);
    waiting.delete(id);
    const success = answer.getSuccess();
    const position = success?.getPosition();
    if (!success || !position) {
      const name = Buffer.from(answer.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString('utf8');
      found?.reject(protocol.unpackToCommandError(answer.getError(), name));
      return;
    }
    const at = { commit: BigInt(position.getCommitPosition()), prepare: BigInt(position.getPreparePosition()) };
    found?.resolve({ revision: BigInt(success.getCurrentRevision()), position: at });
  };

  const open = (grpc: StreamsClient): Lane => {
    const stream = grpc.batchAppend(...callArguments({}, { deadline: Number.POSITIVE_INFINITY }));
    const lane: Lane = { stream, waiting: new Map() };
    const end = (error: unknown) => {
      if (lanes.get(grpc) === lane) lanes.delete(grpc);
      for (const { reject } of lane.waiting.values()) reject(error);
      lane.waiting.clear();
      onBreak();
    };
    stream.on('data', (answer: BatchAppendResp) => settle(lane, answer));
    stream.on('error', (error) => end(protocol.convertToCommandError(error)));
    stream.on('end', () => end(new Error('Premature close')));
    lanes.set(grpc, lane);
    return lane;
  };

  const requestOf = (id: string, stream: string, expected: number, events: readonly EventToSend[], limit: number) => {
    const options = new protocol.BatchAppendReq.Options();
    options.setStreamIdentifier(protocol.createStreamIdentifier(stream));
    options.setDeadline(protocol.Timestamp.fromDate(new Date(Date.now() + limit)));
    if (expected === 0) options.setNoStream(new protocol.Empty() as never);
    else options.setStreamPosition(String(expected - 1));
    const request = new protocol.BatchAppendReq();
    request.setOptions(options);
    request.setCorrelationId(protocol.createUUID(id));
    request.setIsFinal(true);
    for (const event of events) {
      const message = new protocol.BatchAppendReq.ProposedMessage();
      message.setId(protocol.createUUID(event.id));
      message.getMetadataMap().set('type', event.type).set('content-type', 'application/octet-stream');
      message.setData(event.data);
      message.setCustomMetadata(Buffer.from(JSON.stringify(event.metadata)));
      request.addProposedMessages(message);
    }
    return request;
  };

  return {
    /** @param expected the version before, 0 for a new stream. `limit`: milliseconds that the server may take. */
    append: (stream: string, expected: number, events: readonly EventToSend[], limit: number): Promise<BatchAppended> =>
      execute('append', (grpc) => {
        const { stream: call, waiting } = lanes.get(grpc) ?? open(grpc);
        const id = randomUUID();
        return new Promise<BatchAppended>((resolve, reject) => {
          waiting.set(id, { resolve, reject });
          call.write(requestOf(id, stream, expected, events, limit));
        });
      }),
    close: () => {
      for (const { stream } of lanes.values()) stream.cancel();
    },
  };
};
