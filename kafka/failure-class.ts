import type { KafkaFailureCode } from './failure.ts';

/** Failures of brokers that don't answer now. */
export const passing = ['kafka.away', 'kafka.unreachable', 'kafka.no-answer', 'kafka.busy'];

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

/** Returns what a worker does after a failure: it tries again, waits for a person, or gives up. */
export const classOf = (code: KafkaFailureCode): 'retry' | 'paused' | 'permanent' => {
  if (passing.includes(code) || code === 'kafka.failed' || code === 'kafka.disk-failed') return 'retry';
  return refusesPortico.includes(code) ? 'paused' : 'permanent';
};
