import type { ResourceSettings } from '#domain/resource/resource.ts';
import type { Services } from '../../http/services.ts';

/** Destroys the secrets of a resource that is no more. */
export const destroySecretsOf = async (
  { pool, vault }: Pick<Services, 'pool' | 'vault'>,
  settings: ResourceSettings,
): Promise<void> => {
  const secrets = settings.type === 'KONG' ? [settings.adminApiKey, settings.telemetryKey] : [settings.password];
  for (const secret of secrets) if (secret) await vault.destroySecret(pool, secret.secretId);
};
