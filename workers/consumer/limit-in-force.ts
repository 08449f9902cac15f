import type { ConsumerConfig } from '#domain/consumer/consumer.ts';
import type { KeyLimit as StoredLimit } from '#domain/key-limit/key-limit.ts';
import type { KeyLimit } from '#gateway/plan/plan-consumer.ts';

/**
 * Returns the limit of a key that takes the place of the deployment's: its own, else that of its organization; null when
 * there is neither. Its own is always counted for the key alone.
 *
 * @param together whether the deployment counts all keys of an organization together.
 */
export const limitInForce = (
  { rateLimit }: Pick<ConsumerConfig, 'rateLimit'>,
  organization: Pick<StoredLimit, 'rateLimit'>,
  together: boolean,
): KeyLimit | null => {
  if (rateLimit) return { ...rateLimit, together: false };
  return organization.rateLimit && { ...organization.rateLimit, together };
};
