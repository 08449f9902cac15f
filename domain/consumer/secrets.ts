import type { ConsumerConfig, Credentials, KnownConsumer } from './consumer.ts';

/** Ids of the secrets that credentials refer to. */
export const secretsOf = ({ apiKey, oauth2 }: Credentials): string[] =>
  [apiKey?.secretId, oauth2?.clientSecret.secretId].filter((id) => id !== undefined);

const secretsIn = (config: ConsumerConfig | null): string[] =>
  config ? [config.credentials, ...(config.previous ? [config.previous.credentials] : [])].flatMap(secretsOf) : [];

/**
 * The secrets that nothing of a key needs once the gateway holds just this.
 *
 * @param held what the gateway holds; null is nothing.
 */
export const retiredSecrets = ({ sealed }: Pick<KnownConsumer, 'sealed'>, held: ConsumerConfig | null): string[] => {
  const needed = new Set(secretsIn(held));
  return sealed.filter((id) => !needed.has(id));
};
