import type { ConsumerConfig } from '#domain/consumer/consumer.ts';
import type { DeploymentConfig } from '#domain/deployment/deployment.ts';
import type { KeyLimit as StoredLimit } from '#domain/key-limit/key-limit.ts';
import type { KeyLimit } from './plan-consumer.ts';

/**
 * Returns the limit of a key that takes the place of the deployment's: its own, else that of its organization; null when
 * there is neither. Its own is always counted for the key alone. A limit that was to be counted in the deployment's Redis is
 * counted by each node when the deployment names none any more.
 *
 * @param together whether the deployment counts all keys of an organization together.
 */
export const limitInForce = (
  { rateLimit }: Pick<ConsumerConfig, 'rateLimit'>,
  organization: Pick<StoredLimit, 'rateLimit'>,
  { together, redis }: Readonly<{ together: boolean; redis: DeploymentConfig['redis'] }>,
): KeyLimit | null => {
  const limit = rateLimit ?? organization.rateLimit;
  if (!limit) return null;
  const policy = limit.policy === 'redis' && !redis ? 'local' : limit.policy;
  return { ...limit, policy, together: rateLimit === null && together };
};
