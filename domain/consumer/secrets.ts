import type { ConsumerConfig, Credentials, KnownConsumer } from './consumer.ts';

/** Returns the ids of the secrets in credentials. */
export const secretsOf = ({ apiKey, oauth2 }: Credentials): string[] =>
  [apiKey?.secretId, oauth2?.clientSecret.secretId].filter((id) => id !== undefined);

const secretsIn = (config: ConsumerConfig | null): string[] =>
  config ? [config.credentials, ...(config.previous ? [config.previous.credentials] : [])].flatMap(secretsOf) : [];

/**
 * Returns the secrets that a key no longer needs.
 *
 * @param actual what the gateway has of the key; null is nothing.
 */
export const retiredSecrets = ({ sealed }: Pick<KnownConsumer, 'sealed'>, actual: ConsumerConfig | null): string[] => {
  const needed = new Set(secretsIn(actual));
  return sealed.filter((id) => !needed.has(id));
};
