import { kafkaNamed } from '#domain/core/operation-kind.ts';
import type { Problem } from '#domain/core/problem.ts';
import { resourceDecider } from '#domain/resource/decider.ts';
import { type Kafka, settingsIn } from '#domain/resource/resource.ts';
import { loadState } from '#eventstore/load.ts';
import { KafkaError } from '#kafka/failure.ts';
import { type KafkaClient, withKafka } from '#kafka/kafka.ts';
import { targetOf } from '#kafka/target-of.ts';
import { assertThere, noticeOutage } from '../engine/outage.ts';
import { PermanentError } from '../engine/run.ts';
import type { WorkerServices } from '../engine/worker-services.ts';
import './services.ts';

/** Failures that say that nobody answers there. A broker that refuses Portico is not away. */
const signs: readonly string[] = ['kafka.unreachable', 'kafka.no-answer', 'kafka.busy'];

/** The brokers of one environment with the resource that describes them. */
export type Brokers = Readonly<{ kafka: KafkaClient; settings: Kafka }>;

type Needs = Pick<WorkerServices, 'pool' | 'store' | 'vault' | 'brokerPlaces'>;

/**
 * Opens the brokers of a resource, uses them and closes them, whether they are known to be away or not.
 *
 * @throws PermanentError when there is no such resource any more; KafkaError, and the errors of `work`.
 */
export const openBrokers = async <Result>(
  { pool, store, vault, brokerPlaces }: Needs,
  resourceId: number,
  work: (brokers: Brokers) => Promise<Result>,
): Promise<Result> => {
  const settings = settingsIn(await loadState(store, resourceDecider, resourceId), 'KAFKA');
  if (!settings) throw new PermanentError({ code: 'kafka.missing' });
  const password = settings.password ? await vault.openSecret(pool, settings.password.secretId) : undefined;
  if (settings.password && password === undefined) throw new PermanentError({ code: 'secret.missing' });
  const authorities = settings.certificates?.map(({ certificate }) => certificate) ?? [];
  const target = targetOf({ ...settings, password, authorities });
  return await withKafka(target, brokerPlaces, (kafka) => work({ kafka, settings }));
};

const signOf = async (error: unknown): Promise<Problem | undefined> =>
  error instanceof KafkaError && signs.includes(error.failure.code) ? error.failure : undefined;

/**
 * Runs `work` with the brokers of a resource.
 *
 * @throws ResourceAwayError when they are known to be away, or do not answer now; PermanentError when there is no such
 *   resource; KafkaError, and the errors of `work`.
 */
export const withBrokers = async <Result>(
  services: WorkerServices,
  resourceId: number,
  work: (brokers: Brokers) => Promise<Result>,
): Promise<Result> => {
  const resource = kafkaNamed(resourceId);
  await assertThere(services.pool, resource, { code: 'kafka.away' });
  return await noticeOutage(services, resource, signOf, () => openBrokers(services, resourceId, work));
};
