import {
  AclOperations,
  AclPermissionTypes,
  createAclsV2,
  deleteAclsV2,
  describeAclsV2,
  ResourcePatternTypes,
  ResourceTypes,
} from '@platformatic/kafka';
import type { Brokers } from '../connect/connect.ts';

const resources = {
  topic: ResourceTypes.TOPIC,
  group: ResourceTypes.GROUP,
  cluster: ResourceTypes.CLUSTER,
  'transactional-id': ResourceTypes.TRANSACTIONAL_ID,
  'delegation-token': ResourceTypes.DELEGATION_TOKEN,
} as const;
const patterns = { literal: ResourcePatternTypes.LITERAL, prefixed: ResourcePatternTypes.PREFIXED } as const;
const operations = {
  all: AclOperations.ALL,
  read: AclOperations.READ,
  write: AclOperations.WRITE,
  create: AclOperations.CREATE,
  delete: AclOperations.DELETE,
  alter: AclOperations.ALTER,
  describe: AclOperations.DESCRIBE,
  'cluster-action': AclOperations.CLUSTER_ACTION,
  'describe-configs': AclOperations.DESCRIBE_CONFIGS,
  'alter-configs': AclOperations.ALTER_CONFIGS,
  'idempotent-write': AclOperations.IDEMPOTENT_WRITE,
} as const;
const permissions = { allow: AclPermissionTypes.ALLOW, deny: AclPermissionTypes.DENY } as const;

/**
 * What somebody may do.
 *
 * @property name      of the resource; `kafka-cluster` for the cluster, `*` for all with the pattern `literal`.
 * @property principal `User:` and the name.
 * @property host      `*` for all.
 */
export type Acl = Readonly<{
  resource: keyof typeof resources;
  name: string;
  pattern: keyof typeof patterns;
  principal: string;
  host: string;
  operation: keyof typeof operations;
  permission: keyof typeof permissions;
}>;

/** Which ACLs: those with all of these. */
export type AclFilter = Partial<Pick<Acl, 'resource' | 'name' | 'pattern' | 'principal' | 'operation'>>;

const onWire = ({ resource, name, pattern, principal, host, operation, permission }: Acl) => ({
  resourceType: resources[resource],
  resourceName: name,
  resourcePatternType: patterns[pattern],
  principal,
  host,
  operation: operations[operation],
  permissionType: permissions[permission],
});

const nameOf = <Names extends Record<string, number>>(names: Names, value: number): keyof Names | undefined =>
  Object.keys(names).find((name) => names[name] === value);

/** Gives rights. One that is there already stays as it is. @throws KafkaError `kafka.acls-off`, `kafka.not-allowed`. */
export const createAcls = async (brokers: Brokers, acls: readonly Acl[]): Promise<void> => {
  if (acls.length > 0) await brokers.askController(createAclsV2.api, acls.map(onWire));
};

/** Returns the rights that a filter fits. Those of kinds that this file does not name are left out. */
export const describeAcls = async (
  brokers: Brokers,
  { resource, name, pattern, principal, operation }: AclFilter = {},
): Promise<Acl[]> => {
  const { resources: found } = await brokers.ask(describeAclsV2.api, {
    resourceType: resource ? resources[resource] : ResourceTypes.ANY,
    resourceName: name ?? null,
    resourcePatternType: pattern ? patterns[pattern] : ResourcePatternTypes.ANY,
    principal: principal ?? null,
    host: null,
    operation: operation ? operations[operation] : AclOperations.ANY,
    permissionType: AclPermissionTypes.ANY,
  });
  return found.flatMap(({ resourceType, resourceName, resourcePatternType, acls }) =>
    acls.flatMap((each) => {
      const kinds = {
        resource: nameOf(resources, resourceType),
        pattern: nameOf(patterns, resourcePatternType),
        operation: nameOf(operations, each.operation),
        permission: nameOf(permissions, each.permissionType),
      };
      if (Object.values(kinds).includes(undefined)) return [];
      return [{ ...kinds, name: resourceName, principal: each.principal, host: each.host } as Acl];
    }),
  );
};

/** Takes exactly these rights away. Returns those that were there. */
export const deleteAcls = async (brokers: Brokers, acls: readonly Acl[]): Promise<number> => {
  if (acls.length === 0) return 0;
  const { filterResults } = await brokers.askController(deleteAclsV2.api, acls.map(onWire));
  return filterResults.reduce((sum, { matchingAcls }) => sum + matchingAcls.length, 0);
};
