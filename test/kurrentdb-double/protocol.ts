import { createRequire } from 'node:module';

// The library's own protocol files. They are CommonJS without named exports.
const require = createRequire(import.meta.url);
const load = <Module>(name: string) => require(`@eventstore/db-client/generated/${name}.js`) as Module;

export const streams = load<typeof import('@eventstore/db-client/generated/streams_grpc_pb.js')>('streams_grpc_pb');
export const gossip = load<typeof import('@eventstore/db-client/generated/gossip_grpc_pb.js')>('gossip_grpc_pb');
export const features =
  load<typeof import('@eventstore/db-client/generated/serverfeatures_grpc_pb.js')>('serverfeatures_grpc_pb');
export const streamsPb = load<typeof import('@eventstore/db-client/generated/streams_pb.js')>('streams_pb');
export const sharedPb = load<typeof import('@eventstore/db-client/generated/shared_pb.js')>('shared_pb');
export const gossipPb = load<typeof import('@eventstore/db-client/generated/gossip_pb.js')>('gossip_pb');
export const featuresPb =
  load<typeof import('@eventstore/db-client/generated/serverfeatures_pb.js')>('serverfeatures_pb');
export const statusPb = load<typeof import('@eventstore/db-client/generated/status_pb.js')>('status_pb');
type AnyFile = typeof import('google-protobuf/google/protobuf/any_pb.js');
export const { Any } = require('google-protobuf/google/protobuf/any_pb.js') as AnyFile;
