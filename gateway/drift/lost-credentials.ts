import type { Credentials } from '#domain/consumer/consumer.ts';
import type { LostObject } from '#domain/drift/drift.ts';
import { apiKeyId } from '../names/credential-ids.ts';
import type { GatewayNames } from '../names/gateway-names.ts';
import type { Held } from './lost-objects.ts';

/** Credentials of one generation of a key, without their secrets. */
type Sealed = Readonly<{ credentials: Credentials; generation: number }>;

/**
 * Returns which of a key's credentials a gateway lacks, or holds with another secret. Secrets are compared by their
 * fingerprints, so that nobody opens thousands of them each minute.
 *
 * @param fingerprint of the vault.
 */
export const lostCredentials = (
  names: GatewayNames,
  consumerId: number,
  sealed: readonly Sealed[],
  held: Held,
  fingerprint: (value: string) => string,
): LostObject[] => {
  const compare = (
    label: 'key-auth' | 'oauth2',
    id: string,
    isSame: (body: Readonly<Record<string, unknown>>) => boolean,
  ): LostObject[] => {
    const found = held.get(id);
    if (!found) return [{ label, found: 'missing' }];
    return isSame(found.body) ? [] : [{ label, found: 'changed' }];
  };
  const isSecret = (value: unknown, wanted: string) => typeof value === 'string' && fingerprint(value) === wanted;
  return sealed.flatMap(({ credentials, generation }) => {
    const { apiKey, oauth2 } = credentials;
    return [
      ...(apiKey
        ? compare('key-auth', apiKeyId(names, consumerId, { credentials, generation }), ({ key }) =>
            isSecret(key, apiKey.fingerprint),
          )
        : []),
      ...(oauth2
        ? compare(
            'oauth2',
            names.credentialId('oauth2', consumerId, generation),
            (body) =>
              body.client_id === oauth2.clientId && isSecret(body.client_secret, oauth2.clientSecret.fingerprint),
          )
        : []),
    ];
  });
};
