import { porticoNamespace, uuidV5 } from '#platform/uuid.ts';
import type { Services } from '../../http/services.ts';

/** The secrets of resources. `server-password`: of a broker or a Redis. */
export type SecretKind = 'telemetry-key' | 'admin-api-key' | 'server-password';

/** @property commandId the same one encrypts a secret once. */
export type NewSecret = Readonly<{ resourceId: number; commandId: string; kind: SecretKind; value: string }>;

/** Encrypts a secret of a resource in the vault, and returns its reference. @throws when the vault can't be written. */
export const keepKey = async (
  { pool, vault }: Pick<Services, 'pool' | 'vault'>,
  { resourceId, commandId, kind, value }: NewSecret,
) => {
  const secretId = uuidV5(porticoNamespace, `${commandId}/${kind}`);
  const sealed = await vault.sealSecret(pool, { id: secretId, kind, owner: `resource-${resourceId}`, value });
  return { secretId, fingerprint: vault.fingerprint(sealed), last4: sealed.slice(-4) };
};
