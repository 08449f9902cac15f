import { KafkaError, type KafkaFailureCode } from '#kafka/failure.ts';
import type { ResourceFailure, ResourceWork } from '../engine/resource-work.ts';
import { openBrokers } from './with-brokers.ts';

const passing = ['kafka.away', 'kafka.unreachable', 'kafka.no-answer', 'kafka.busy'];

/** Failures that a person has to mend at the resource: the login, the certificate, the rights of Portico's user. */
const refusesPortico: readonly KafkaFailureCode[] = [
  'kafka.no-tls',
  'kafka.tls-needed',
  'kafka.untrusted',
  'kafka.login-refused',
  'kafka.login-needed',
  'kafka.no-login',
  'kafka.mechanism-refused',
  'kafka.not-allowed',
  'kafka.may-not-administer',
  'kafka.broker-elsewhere',
];

const classOf = (code: KafkaFailureCode): ResourceFailure['class'] => {
  if (passing.includes(code) || code === 'kafka.failed' || code === 'kafka.disk-failed') return 'retry';
  return refusesPortico.includes(code) ? 'paused' : 'permanent';
};

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
