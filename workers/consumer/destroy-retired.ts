import type { ConsumerConfig, KnownConsumer } from '#domain/consumer/consumer.ts';
import { retiredSecrets } from '#domain/consumer/secrets.ts';
import { crashPoint } from '#platform/crash-point.ts';
import type { Run } from '../engine/run.ts';

/**
 * Destroys the secrets of a key that the gateway has let go. Before the outcome is written, so that a worker that is
 * killed in between does it again.
 *
 * @param held what the gateway holds of the key now; null is nothing.
 */
export const destroyRetired = async (
  { services: { vault, pool }, subject, assertCurrent }: Run,
  consumer: KnownConsumer,
  actual: ConsumerConfig | null,
): Promise<void> => {
  await assertCurrent();
  for (const id of retiredSecrets(consumer, actual)) await vault.destroySecret(pool, id);
  crashPoint(`${subject.kind}.secrets-destroyed`);
};
