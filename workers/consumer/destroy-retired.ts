import type { ConsumerConfig, KnownConsumer } from '#domain/consumer/consumer.ts';
import { retiredSecrets } from '#domain/consumer/secrets.ts';
import { crashPoint } from '#platform/crash-point.ts';
import type { Run } from '../engine/run.ts';

/**
 * Destroys a key's secrets that the gateway does not hold any more. It runs before the outcome is written, so that
 * after a crash the next attempt does it again.
 *
 * @param actual the configuration of the key on the gateway; null when it has none.
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
