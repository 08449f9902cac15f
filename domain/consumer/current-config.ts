import type { ConsumerConfig, KnownConsumer } from './consumer.ts';
import type { consumerStates } from './schema.ts';

type State = Pick<KnownConsumer, 'status' | 'wanted' | 'applied'>;

/**
 * Returns the configuration that screens show and the next change starts from: the newest requested one, or the applied
 * one when that failed.
 */
export const currentConfig = ({ status, wanted, applied }: State): ConsumerConfig =>
  applied && status !== 'active' && status !== 'changing' ? applied : wanted;

/** Returns the state in lists. A removed key has no row. */
export const rowStateOf = ({ status, applied }: State): (typeof consumerStates)[number] => {
  if (status === 'removed') return 'removing';
  return status === 'failed' && applied ? 'change-failed' : status;
};
