import { AclOperations, AclPermissionTypes, ResourcePatternTypes, ResourceTypes } from '@platformatic/kafka';

/** A right, by the numbers of the protocol. */
export type Right = Readonly<{
  resourceType: number;
  resourceName: string;
  patternType: number;
  principal: string;
  host: string;
  operation: number;
  permission: number;
}>;

/** Which rights. `null` and `ANY` (1) fit all. */
export type RightFilter = Readonly<{
  resourceType: number;
  resourceName: string | null;
  patternType: number;
  principal: string | null;
  host: string | null;
  operation: number;
  permission: number;
}>;

export const clusterName = 'kafka-cluster';
const any = 1;
const { ALL, READ, WRITE, DELETE, ALTER, DESCRIBE, DESCRIBE_CONFIGS, ALTER_CONFIGS } = AclOperations;
const { ALLOW, DENY } = AclPermissionTypes;

/** What includes another right (Kafka's "Implicit authorization"). */
const including = (operation: number): number[] => {
  if (operation === DESCRIBE) return [READ, WRITE, DELETE, ALTER];
  return operation === DESCRIBE_CONFIGS ? [ALTER_CONFIGS] : [];
};

const covers = ({ resourceName, patternType }: Right, name: string): boolean =>
  patternType === ResourcePatternTypes.PREFIXED
    ? name.startsWith(resourceName)
    : resourceName === '*' || resourceName === name;

/** Returns whether rights allow somebody something. A denial is stronger than a right. */
export const allows = (
  rights: readonly Right[],
  principal: string,
  type: number,
  name: string,
  operation: number,
): boolean => {
  const about = rights.filter(
    (right) => right.resourceType === type && covers(right, name) && [principal, 'User:*'].includes(right.principal),
  );
  const has = (permission: number, operations: readonly number[]) =>
    about.some((right) => right.permission === permission && [ALL, ...operations].includes(right.operation as never));
  return !has(DENY, [operation]) && has(ALLOW, [operation, ...including(operation)]);
};

const fitsName = (right: Right, { resourceName, patternType }: RightFilter): boolean => {
  if (patternType === ResourcePatternTypes.MATCH) return resourceName === null || covers(right, resourceName);
  return (
    (patternType === any || right.patternType === patternType) &&
    (resourceName === null || right.resourceName === resourceName)
  );
};

export const fits = (right: Right, filter: RightFilter): boolean =>
  fitsName(right, filter) &&
  [any, right.resourceType].includes(filter.resourceType) &&
  [null, right.principal].includes(filter.principal) &&
  [null, right.host].includes(filter.host) &&
  [any, right.operation].includes(filter.operation) &&
  [any, right.permission].includes(filter.permission);

export const isSame = (one: Right, other: Right): boolean => JSON.stringify(one) === JSON.stringify(other);

export { AclOperations as Operations, ResourceTypes as Types };
