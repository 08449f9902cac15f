import type { Credentials } from '#domain/consumer/consumer.ts';
import type { GatewayNames } from './gateway-names.ts';

/** Credentials of one generation of a key. */
type Generation = Readonly<{ credentials: Credentials; generation: number }>;

/** Returns the id of an API key at the gateway: that which it always had, if the portal took it over. */
export const apiKeyId = (names: GatewayNames, consumerId: number, { credentials, generation }: Generation): string =>
  credentials.apiKey?.former?.credentialId ?? names.credentialId('key-auth', consumerId, generation);

/** Returns the ids of a key's credentials at the gateway. */
export const credentialIds = (names: GatewayNames, consumerId: number, of: Generation): readonly string[] => [
  apiKeyId(names, consumerId, of),
  names.credentialId('oauth2', consumerId, of.generation),
];
