import type { ResourceCommand } from '#domain/resource/resource.ts';
import { httpLogEndpointOf } from '#domain/resource/settings.ts';
import { randomId } from '#platform/uuid.ts';
import type { Services } from '../http/services.ts';
import { keepKey, type SecretKind } from '../resource/shared/keep-key.ts';

/**
 * A gateway to add.
 *
 * @property adminKey  the Admin API's key, if it needs one.
 * @property nodes     how many nodes are behind the proxy, if somebody said so.
 * @property portalUrl the portal's address for the gateway, which posts its calls there.
 */
export type NewGateway = Readonly<{
  name: string;
  isPublic: boolean;
  organizations: readonly number[];
  adminUrl: string;
  apiUrl: string;
  apiSslUrl: string;
  portalUrl: string;
  nodes?: number | undefined;
  adminKey: string | undefined;
}>;

/**
 * Creates the command that registers a gateway, and encrypts its keys.
 *
 * @throws when the vault can't be written.
 */
export const gatewayCommand = async (
  services: Pick<Services, 'pool' | 'vault'>,
  resourceId: number,
  commandId: string,
  { adminKey, portalUrl, organizations, nodes, ...gateway }: NewGateway,
): Promise<ResourceCommand> => {
  const kept = (kind: SecretKind, value: string) => keepKey(services, { resourceId, commandId, kind, value });
  return {
    type: 'RegisterResource',
    data: {
      ...gateway,
      resourceId,
      type: 'KONG',
      organizations: [...organizations],
      ...(nodes === undefined ? {} : { nodes }),
      httpLogEndpoint: httpLogEndpointOf(portalUrl, resourceId),
      adminApiKey: adminKey ? await kept('admin-api-key', adminKey) : null,
      telemetryKey: await kept('telemetry-key', randomId()),
    },
  };
};
