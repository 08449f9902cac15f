import { notFound, RefusedError } from '#domain/core/problem.ts';
import { resourceDecider } from '#domain/resource/decider.ts';
import { settingsIn } from '#domain/resource/resource.ts';
import { loadState } from '#eventstore/load.ts';
import { createServerPolicy } from '#gateway/target/server-policy.ts';
import { type KafkaClient, withKafka } from '#kafka/kafka.ts';
import { targetOf } from '#kafka/target-of.ts';
import { within } from '#kafka/within.ts';
import type { Services } from '../../http/services.ts';

/** Milliseconds that a person waits for a broker. */
const patience = 5_000;

/**
 * Asks the brokers of a resource while a person waits, for 5 s.
 *
 * @param gone what is thrown when there is no such resource. Default: 404.
 * @throws KafkaError why no broker answers.
 */
export const askKafka = async <Answer>(
  services: Pick<Services, 'store' | 'vault' | 'pool' | 'settings'>,
  kafkaEnvId: number,
  use: (kafka: KafkaClient) => Promise<Answer>,
  gone: () => RefusedError = () => new RefusedError(notFound()),
): Promise<Answer> => {
  const settings = settingsIn(await loadState(services.store, resourceDecider, kafkaEnvId), 'KAFKA');
  if (!settings) throw gone();
  const { password: kept, certificates = [] } = settings;
  const password = kept ? await services.vault.openSecret(services.pool, kept.secretId) : undefined;
  const authorities = certificates.map(({ certificate }) => certificate);
  const target = targetOf({ ...settings, password, authorities });
  return await within(patience, target, withKafka(target, createServerPolicy(services.settings), use));
};
