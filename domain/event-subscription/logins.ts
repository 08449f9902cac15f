import type { KafkaCredential, KafkaLogins, KnownSubscription } from './event-subscription.ts';
import type { subscriptionStates } from './row.ts';

type State = Pick<KnownSubscription, 'status' | 'wanted' | 'applied'>;

/** Returns the logins that screens show and the next request starts from: the newest, or what Kafka has when those failed. */
export const currentLogins = ({ status, wanted, applied }: State): KafkaLogins =>
  applied && status !== 'active' && status !== 'changing' ? applied : wanted;

/** Returns the state in lists. A removed subscription has no row. */
export const rowStateOf = ({ status, applied }: State): (typeof subscriptionStates)[number] => {
  if (status === 'removed') return 'removing';
  return status === 'failed' && applied ? 'change-failed' : status;
};

/** Returns the logins in a configuration, the newest first; of null none. */
export const credentialsIn = (logins: KafkaLogins | null): readonly KafkaCredential[] =>
  logins ? [logins.credential, ...(logins.previous ? [logins.previous.credential] : [])] : [];

/**
 * Returns the users that Portico made at Kafka, or may have made, and that are no longer wanted. A given user that was not
 * claimed is somebody else's.
 */
export const endedUsers = (
  { made, claimed }: Pick<KnownSubscription, 'made' | 'claimed'>,
  wanted: KafkaLogins | null,
): string[] => {
  const kept = new Set(credentialsIn(wanted).map(({ user }) => user));
  return made.flatMap(({ user, isGiven }) => (kept.has(user) || (isGiven && !claimed.includes(user)) ? [] : [user]));
};

/** Returns the secrets in the vault that nobody needs any more. @param actual what Kafka has. */
export const endedSecrets = ({ made }: Pick<KnownSubscription, 'made'>, actual: KafkaLogins | null): string[] => {
  const kept = new Set(credentialsIn(actual).map(({ password }) => password.secretId));
  return made.flatMap(({ password: { secretId } }) => (kept.has(secretId) ? [] : [secretId]));
};
