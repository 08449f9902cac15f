import { createRequire } from 'node:module';
import type { EventStoreDBClient } from '@eventstore/db-client';
import type { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js';

/** Of the library, whose types keep them to itself: they find the leader, and find another when a call fails. */
type Internals = Readonly<{
  execute: <Result>(kind: unknown, name: string, action: (grpc: StreamsClient) => Promise<Result>) => Promise<Result>;
  callArguments: (
    options: Readonly<{ requiresLeader?: boolean }>,
    call: Readonly<{ deadline: number }>,
  ) => Parameters<StreamsClient['batchAppend']>;
}>;

/** Loads the messages of the protocol, and what translates them. Their files are CommonJS without named exports. */
const loadProtocol = () => {
  const require = createRequire(import.meta.url);
  const of = <Module>(file: string) => require(`@eventstore/db-client/${file}.js`) as Module;
  return {
    ...of<typeof import('@eventstore/db-client/generated/streams_grpc_pb.js')>('generated/streams_grpc_pb'),
    ...of<typeof import('@eventstore/db-client/generated/streams_pb.js')>('generated/streams_pb'),
    ...of<typeof import('@eventstore/db-client/generated/shared_pb.js')>('generated/shared_pb'),
    ...of<typeof import('@eventstore/db-client/dist/utils/index.js')>('dist/utils/index'),
    ...of<{ unpackToCommandError: (error: unknown, stream: string) => Error }>(
      'dist/streams/appendToStream/unpackError',
    ),
    ...(require('google-protobuf/google/protobuf/timestamp_pb.js') as typeof import('google-protobuf/google/protobuf/timestamp_pb.js')),
  };
};

/** Returns the parts of the library that Portico's own calls are made of. */
export const openLibrary = (client: EventStoreDBClient) => {
  const { callArguments } = client as unknown as Internals;
  const protocol = loadProtocol();
  return {
    protocol,
    callArguments,
    /** Makes a call at the present connection. */
    execute: <Result>(name: string, action: (grpc: StreamsClient) => Promise<Result>): Promise<Result> =>
      (client as unknown as Internals).execute(protocol.StreamsClient, name, action),
  };
};

export type Library = ReturnType<typeof openLibrary>;
