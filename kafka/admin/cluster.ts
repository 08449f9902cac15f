import { AclOperations, DescribeClusterEndpointTypes, describeClusterV0 } from '@platformatic/kafka';
import type { Brokers } from '../connect/connect.ts';
import { isFailure } from '../failure.ts';
import { describeAcls } from './acls.ts';

/**
 * The cluster, and what this login may do there.
 *
 * @property version  of Kafka, such as `4.1`; undefined for those before 3.3, which do not tell.
 * @property hasAcls  undefined when this login may not ask.
 * @property mayAdminister may change rights, users and topics, and see them.
 */
export type Cluster = Readonly<{
  id: string;
  version: string | undefined;
  brokers: readonly Readonly<{ id: number; host: string; port: number }>[];
  hasAcls: boolean | undefined;
  mayAdminister: boolean;
}>;

/** The first level of the feature `metadata.version` in each release (Kafka's `MetadataVersion`). A broker does not tell its version. */
const levels: readonly (readonly [number, string])[] = [
  [28, '4.2'],
  [26, '4.1'],
  [22, '4.0'],
  [21, '3.9'],
  [20, '3.8'],
  [15, '3.7'],
  [12, '3.6'],
  [9, '3.5'],
  [8, '3.4'],
  [1, '3.3'],
];

const needed = [AclOperations.ALTER, AclOperations.CREATE, AclOperations.DESCRIBE];

const hasAcls = async (brokers: Brokers): Promise<boolean | undefined> => {
  try {
    // Any filter shows whether there is an authorizer; this one finds nothing.
    await describeAcls(brokers, { resource: 'cluster', name: 'none', principal: 'User:nobody' });
    return true;
  } catch (error) {
    if (isFailure(error, 'kafka.acls-off')) return false;
    if (isFailure(error, 'kafka.not-allowed')) return undefined;
    throw error;
  }
};

/** Returns what the cluster is, and what this login may do there. It only reads. */
export const describeCluster = async (brokers: Brokers): Promise<Cluster> => {
  const cluster = await brokers.ask(describeClusterV0.api, true, DescribeClusterEndpointTypes.BROKERS);
  const level = brokers.versions.supportedFeatures?.find(({ name }) => name === 'metadata.version')?.maxVersion ?? 0;
  return {
    id: cluster.clusterId,
    version: levels.find(([first]) => level >= first)?.[1],
    brokers: cluster.brokers.map(({ brokerId, host, port }) => ({ id: brokerId, host, port })),
    hasAcls: await hasAcls(brokers),
    // One bit for each operation, by its number.
    mayAdminister: needed.every((operation) => (cluster.clusterAuthorizedOperations & (1 << operation)) !== 0),
  };
};
