import type { Gateway } from '#domain/resource/resource.ts';
import type { Services } from '../../http/services.ts';
import { bringBack } from './bring-back.ts';

/**
 * Does what follows from a changed gateway: its old key is destroyed, and what is deployed to it goes along. To another Kong with
 * all keys; when it reports elsewhere, its log plugins are changed.
 *
 * @returns how many deployments and keys are brought there; undefined when nothing has to be.
 */
export const afterGatewayChange = async (
  services: Pick<Services, 'store' | 'pool' | 'vault' | 'now'>,
  before: Gateway,
  after: Gateway,
): Promise<Readonly<{ deployments: number; keys: number; isOtherKong: boolean }> | undefined> => {
  const { pool, vault } = services;
  if (before.adminApiKey && before.adminApiKey.secretId !== after.adminApiKey?.secretId)
    await vault.destroySecret(pool, before.adminApiKey.secretId);
  const isOtherKong = before.adminUrl !== after.adminUrl;
  if (!isOtherKong && before.httpLogEndpoint === after.httpLogEndpoint) return undefined;
  return { ...(await bringBack(services, before.resourceId, isOtherKong)), isOtherKong };
};
