import type { ResourceCommand } from '#domain/resource/resource.ts';
import { porticoNamespace, randomId, uuidV5 } from '#platform/uuid.ts';
import type { Services } from '../http/services.ts';

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

type Kind = 'telemetry-key' | 'admin-api-key';

/** Returns the address that a gateway posts its calls to. */
export const httpLogEndpointOf = (portalUrl: string, resourceId: number): string =>
  `${portalUrl}/ingest/gateways/${resourceId}/requests`;

/** Encrypts a key of a gateway in the vault. The same command id encrypts it once. @throws when the vault can't be written. */
export const keepKey = async (
  { pool, vault }: Pick<Services, 'pool' | 'vault'>,
  {
    resourceId,
    commandId,
    kind,
    value,
  }: Readonly<{ resourceId: number; commandId: string; kind: Kind; value: string }>,
) => {
  const secretId = uuidV5(porticoNamespace, `${commandId}/${kind}`);
  const sealed = await vault.sealSecret(pool, { id: secretId, kind, owner: `resource-${resourceId}`, value });
  return { secretId, fingerprint: vault.fingerprint(sealed), last4: sealed.slice(-4) };
};

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
  const kept = (kind: Kind, value: string) => keepKey(services, { resourceId, commandId, kind, value });
  return {
    type: 'RegisterGateway',
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
