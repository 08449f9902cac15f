import type { SecretReference } from '#domain/consumer/consumer.ts';
import type { Gateway, GatewayResource } from '#domain/resource/resource.ts';
import type { Database } from '#platform/database.ts';
import type { Vault } from '#platform/vault.ts';
import type { GatewayNames } from '../names/gateway-names.ts';
import { createKongClient, type KongClient, type KongClientOptions, type KongReader } from './client.ts';
import { GatewayError } from './gateway-failure.ts';

/** Where secrets are stored. */
export type Secrets = Readonly<{ vault: Vault; pool: Database }>;

/**
 * A gateway of the portal with an open client.
 *
 * @property names        the names of this installation's entities on it.
 * @property telemetryKey opens the key that this installation's log plugins send. Throws GatewayError.
 */
export type GatewaySession<Client = KongClient> = Readonly<{
  gateway: Gateway;
  client: Client;
  names: GatewayNames;
  telemetryKey: () => Promise<string>;
}>;

/** A session that only reads. */
export type ReadingSession = Omit<GatewaySession<KongReader>, 'gateway'>;

/** Returns a secret from the vault, for use in memory only. @throws GatewayError when it has been destroyed. */
export const openSecret = async ({ vault, pool }: Secrets, { secretId }: SecretReference): Promise<string> => {
  const value = await vault.openSecret(pool, secretId);
  if (value === undefined) throw new GatewayError({ class: 'permanent', problem: { code: 'secret.missing' } });
  return value;
};

/**
 * Runs `work` with the gateway of a resource, and closes the connections afterwards.
 *
 * @param options of the client.
 * @throws GatewayError when there is no such gateway any more, and the errors of `work`.
 */
export const withGateway = async <Result>(
  { names, ...secrets }: Secrets & Readonly<{ names: GatewayNames }>,
  gateway: GatewayResource,
  options: Pick<KongClientOptions, 'timeout' | 'repeats' | 'beforeRepeat'>,
  work: (session: GatewaySession) => Promise<Result>,
): Promise<Result> => {
  if (gateway.status !== 'active')
    throw new GatewayError({ class: 'permanent', problem: { code: 'gateway.missing', field: 'kongServer' } });
  const token = gateway.adminApiKey ? await openSecret(secrets, gateway.adminApiKey) : undefined;
  const client = createKongClient({ ...options, adminUrl: gateway.adminUrl, token });
  try {
    return await work({ gateway, client, names, telemetryKey: () => openSecret(secrets, gateway.telemetryKey) });
  } finally {
    await client.close();
  }
};
