import type { ConsumerGroup } from '#domain/consumer/schema.ts';

/** So many keys before the bound, people are told of it. */
const near = 2;

/**
 * Returns how many keys an organization has on a deployment; undefined while the bound is far. Keys that are being deleted
 * do not count.
 */
export const keysNearLimit = (
  { deployments, keyLimit }: Pick<ConsumerGroup, 'deployments' | 'keyLimit'>,
  deploymentId: number | undefined,
): Readonly<{ keys: number; limit: number }> | undefined => {
  const keys = deployments.filter((key) => key.deploymentId === deploymentId && key.state !== 'removing').length;
  return keys > 0 && keys >= keyLimit - near ? { keys, limit: keyLimit } : undefined;
};
