import type { ConsumerConfig, KnownConsumer } from './consumer.ts';
import type { consumerStates } from './schema.ts';

type State = Pick<KnownConsumer, 'status' | 'wanted' | 'applied'>;

/**
 * What a key is said to be, and what a further request builds on: what was asked for last, or what is there when that
 * failed for good.
 */
export const currentConfig = ({ status, wanted, applied }: State): ConsumerConfig =>
  applied && status !== 'active' && status !== 'changing' ? applied : wanted;

/** The state that people read. A removed key has no row. */
export const rowStateOf = ({ status, applied }: State): (typeof consumerStates)[number] => {
  if (status === 'removed') return 'removing';
  return status === 'failed' && applied ? 'change-failed' : status;
};
