import { randomBytes } from 'node:crypto';
import type { Credentials, SecretReference } from '#domain/consumer/consumer.ts';
import { streamOf } from '#domain/core/id.ts';
import type { Authentication } from '#domain/deployment/row.ts';
import { randomId } from '#platform/uuid.ts';
import type { Services } from '../http/services.ts';

type Vaulted = Pick<Services, 'pool' | 'vault'>;

/** Creates a secret of 192 random bits and stores it encrypted. Returns the reference for the event. */
const sealNew = async ({ pool, vault }: Vaulted, consumerId: number, kind: string): Promise<SecretReference> => {
  const value = randomBytes(24).toString('base64url');
  const secretId = randomId();
  await vault.sealSecret(pool, { id: secretId, kind, owner: streamOf('consumer', consumerId), value });
  return { secretId, fingerprint: vault.fingerprint(value), last4: value.slice(-4) };
};

/** Creates the credentials that the deployment's authentication needs. */
export const sealCredentials = async (
  services: Vaulted,
  consumerId: number,
  authentication: Authentication,
): Promise<Credentials> => ({
  apiKey: authentication === 'oauth2' ? null : await sealNew(services, consumerId, 'api-key'),
  oauth2:
    authentication === 'apikey'
      ? null
      : {
          clientId: randomBytes(12).toString('hex'),
          clientSecret: await sealNew(services, consumerId, 'client-secret'),
        },
});
