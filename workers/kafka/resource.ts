import { KafkaError } from '#kafka/failure.ts';
import { classOf, passing } from '#kafka/failure-class.ts';
import type { ResourceWork } from '../engine/resource-work.ts';
import { openBrokers } from './with-brokers.ts';

/** Brokers that say anything at all count as back, and their operations report what they say. */
const isBack: ResourceWork['isBack'] = async (services, resourceId) => {
  services.metrics.looks.inc();
  try {
    await openBrokers(services, resourceId, ({ kafka }) => kafka.cluster());
    return true;
  } catch (error) {
    return !(error instanceof KafkaError && passing.includes(error.failure.code));
  }
};

/** How workers deal with the brokers of an environment. */
export const kafkaAsResource: ResourceWork = {
  isBack,
  failureOf: (error) =>
    error instanceof KafkaError ? { class: classOf(error.failure.code), problem: error.failure } : undefined,
  passing,
  notRestored: { code: 'kafka.not-restored' },
};
