import type { Problem } from '#domain/core/problem.ts';

/**
 * Why a call to Kafka failed. Each has its words under `errors` in `locales/`.
 *
 * - `place-refused`: no resource may be there (cloud metadata, the portal itself), also not where a broker points to.
 * - `unreachable`, `no-answer`: nobody listens, or nobody answers in time.
 * - `no-tls`, `tls-needed`, `untrusted`: the broker does not encrypt, wants to, or shows a certificate that nobody trusts.
 * - `login-refused`: user or password; a broker does not say which.
 * - `login-needed`, `no-login`, `mechanism-refused`: the broker asks who one is, does not, or asks in another way.
 * - `not-allowed`: its ACLs say so. `acls-off`: it has no authorizer, so it knows no ACLs. `may-not-administer`: they say so of what
 *   Portico needs.
 * - `broker-elsewhere`: it points to a broker that can't be reached there.
 * - `config-invalid`: with the key and the broker's own sentence. `refused`: the broker's own sentence.
 * - `disk-failed`: it can't write, most often because its disk is full.
 * - `too-old`: the broker does not know the call. `busy`: it may work later. `failed`: anything else.
 */
export type KafkaFailureCode = `kafka.${
  | 'place-refused'
  | 'unreachable'
  | 'no-answer'
  | 'no-tls'
  | 'tls-needed'
  | 'untrusted'
  | 'no-kafka'
  | 'login-refused'
  | 'login-needed'
  | 'no-login'
  | 'mechanism-refused'
  | 'not-allowed'
  | 'acls-off'
  | 'may-not-administer'
  | 'broker-elsewhere'
  | 'unknown-topic'
  | 'topic-taken'
  | 'unknown-user'
  | 'config-invalid'
  | 'refused'
  | 'too-old'
  | 'disk-failed'
  | 'busy'
  | 'failed'}`;

export type KafkaFailure = Problem & Readonly<{ code: KafkaFailureCode }>;

export class KafkaError extends Error {
  readonly failure: KafkaFailure;

  constructor(code: KafkaFailureCode, parameters: Record<string, string | number> = {}) {
    super(code);
    this.name = 'KafkaError';
    this.failure = { code, parameters };
  }
}

/** Returns whether an error is a failure of this kind. */
export const isFailure = (error: unknown, code: KafkaFailureCode): boolean =>
  error instanceof KafkaError && error.failure.code === code;
