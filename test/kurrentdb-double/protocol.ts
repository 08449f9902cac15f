import { createRequire } from 'node:module';

// The library's own protocol files. They are CommonJS without named exports.
const require = createRequire(import.meta.url);
const generated = '@eventstore/db-client/generated';

export const { StreamsService } = require(
  `${generated}/streams_grpc_pb.js`,
) as typeof import('@eventstore/db-client/generated/streams_grpc_pb.js');
export const { GossipService } = require(
  `${generated}/gossip_grpc_pb.js`,
) as typeof import('@eventstore/db-client/generated/gossip_grpc_pb.js');
export const { ServerFeaturesService } = require(
  `${generated}/serverfeatures_grpc_pb.js`,
) as typeof import('@eventstore/db-client/generated/serverfeatures_grpc_pb.js');
export const streamsPb = require(
  `${generated}/streams_pb.js`,
) as typeof import('@eventstore/db-client/generated/streams_pb.js');
export const sharedPb = require(
  `${generated}/shared_pb.js`,
) as typeof import('@eventstore/db-client/generated/shared_pb.js');
export const gossipPb = require(
  `${generated}/gossip_pb.js`,
) as typeof import('@eventstore/db-client/generated/gossip_pb.js');
export const featuresPb = require(
  `${generated}/serverfeatures_pb.js`,
) as typeof import('@eventstore/db-client/generated/serverfeatures_pb.js');
export const statusPb = require(
  `${generated}/status_pb.js`,
) as typeof import('@eventstore/db-client/generated/status_pb.js');
export const { Any } =
  require('google-protobuf/google/protobuf/any_pb.js') as typeof import('google-protobuf/google/protobuf/any_pb.js');
