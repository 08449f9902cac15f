import type { ResourceCommand } from '#domain/resource/resource.ts';
import { porticoNamespace, randomId, uuidV5 } from '#platform/uuid.ts';
import type { Services } from '../http/services.ts';

/**
 * A gateway as whoever adds it describes it.
 *
 * @property adminKey  what its Admin API wants, if anything.
 * @property portalUrl how it reaches the portal, to post its requests there.
 */
export type NewGateway = Readonly<{
  name: string;
  isPublic: boolean;
  organizations: readonly number[];
  adminUrl: string;
  apiUrl: string;
  apiSslUrl: string;
  portalUrl: string;
  adminKey: string | undefined;
}>;

/**
 * Makes the command that registers a gateway, and seals its secrets; the same command id seals nothing twice.
 *
 * @throws when the vault can't be written.
 */
export const gatewayCommand = async (
  { pool, vault }: Pick<Services, 'pool' | 'vault'>,
  resourceId: number,
  commandId: string,
  { adminKey, portalUrl, organizations, ...gateway }: NewGateway,
): Promise<ResourceCommand> => {
  const kept = async (kind: 'telemetry-key' | 'admin-api-key', value: string) => {
    const secretId = uuidV5(porticoNamespace, `${commandId}/${kind}`);
    const sealed = await vault.sealSecret(pool, { id: secretId, kind, owner: `resource-${resourceId}`, value });
    return { secretId, fingerprint: vault.fingerprint(sealed), last4: sealed.slice(-4) };
  };
  return {
    type: 'RegisterGateway',
    data: {
      ...gateway,
      resourceId,
      type: 'KONG',
      organizations: [...organizations],
      httpLogEndpoint: `${portalUrl}/ingest/gateways/${resourceId}/requests`,
      adminApiKey: adminKey ? await kept('admin-api-key', adminKey) : null,
      telemetryKey: await kept('telemetry-key', randomId()),
    },
  };
};
