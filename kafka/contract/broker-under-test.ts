import type { KafkaTarget } from '../target.ts';

/**
 * A broker for the contract, with logins (SCRAM-SHA-512) and ACLs.
 *
 * @property name      `real` or `sandbox`.
 * @property plain     its address with `SASL_PLAINTEXT`, and the one with `SASL_SSL`.
 * @property authority the certificate (PEM) that it shows, which nobody trusts.
 * @property user      its administrator.
 */
export type BrokerUnderTest = Readonly<{
  name: 'real' | 'sandbox';
  plain: string;
  tls: string;
  authority: string;
  user: string;
  password: string;
}>;

/** Returns the target that a person of the broker has; without one its administrator. */
export const targetOf = (
  { plain, user, password }: BrokerUnderTest,
  login: Readonly<{ user: string; password: string }> = { user, password },
): KafkaTarget => ({
  servers: plain,
  protocol: 'SASL_PLAINTEXT',
  login: { mechanism: 'SCRAM-SHA-512', ...login },
  authorities: [],
});
