import type { SecretReference } from '#domain/consumer/consumer.ts';
import { type Gateway, type Resource, settingsIn } from '#domain/resource/resource.ts';
import type { Database } from '#platform/database.ts';
import type { Vault } from '#platform/vault.ts';
import type { GatewayNames } from '../names/gateway-names.ts';
import { createKongClient, type KongClient, type KongClientOptions, type KongReader } from './client.ts';
import { GatewayError } from './gateway-failure.ts';

/** Where secrets are stored. */
export type Secrets = Readonly<{ vault: Vault; pool: Database }>;

/**
 * A Redis in which a gateway counts calls.
 *
 * @property timeout  milliseconds.
 * @property password from the vault, for the gateway only.
 */
export type CountingRedis = Readonly<{ host: string; port: number; timeout: number; password: string | null }>;

/**
 * A gateway of the portal with an open client.
 *
 * @property names        the names of this installation's entities on it.
 * @property telemetryKey opens the key that this installation's log plugins send. Throws GatewayError.
 * @property redis        opens a resource in which calls are counted. Throws GatewayError when there is none any more.
 */
export type GatewaySession<Client = KongClient> = Readonly<{
  gateway: Gateway;
  client: Client;
  names: GatewayNames;
  telemetryKey: () => Promise<string>;
  redis: (resourceId: number) => Promise<CountingRedis>;
}>;

/** A session that only reads. */
export type ReadingSession = Omit<GatewaySession<KongReader>, 'gateway'>;

/** Returns a secret from the vault, for use in memory only. @throws GatewayError when it has been destroyed. */
export const openSecret = async (
  { vault, pool }: Secrets,
  { secretId }: Pick<SecretReference, 'secretId'>,
): Promise<string> => {
  const value = await vault.openSecret(pool, secretId);
  if (value === undefined) throw new GatewayError({ class: 'permanent', problem: { code: 'secret.missing' } });
  return value;
};

type Options = Pick<KongClientOptions, 'timeout' | 'repeats' | 'beforeRepeat'> &
  Readonly<{ resourceOf?: (id: number) => Promise<Resource> }>;

/**
 * Opens a Redis in which a gateway counts calls. @throws GatewayError when there is none any more.
 */
const openRedis = async (
  secrets: Secrets,
  resourceOf: (id: number) => Promise<Resource>,
  resourceId: number,
): Promise<CountingRedis> => {
  const settings = settingsIn(await resourceOf(resourceId), 'REDIS');
  if (!settings)
    throw new GatewayError({
      class: 'permanent',
      problem: { code: 'gateway.redis-missing', field: 'rateLimit.redis' },
    });
  const { host, port, timeout, password } = settings;
  // Kong takes an IPv6 address without brackets.
  return {
    host: host.replace(/^\[|\]$/g, ''),
    port,
    timeout,
    password: password && (await openSecret(secrets, password)),
  };
};

/**
 * Runs `work` with the gateway of a resource, and closes the connections afterwards.
 *
 * @param options of the client, and what loads another resource. Without it, no Redis can be opened.
 * @throws GatewayError when there is no such gateway any more, and the errors of `work`.
 */
export const withGateway = async <Result>(
  { names, ...secrets }: Secrets & Readonly<{ names: GatewayNames }>,
  resource: Resource,
  { resourceOf = async () => ({ status: 'none' }), ...options }: Options,
  work: (session: GatewaySession) => Promise<Result>,
): Promise<Result> => {
  const gateway = settingsIn(resource, 'KONG');
  if (!gateway)
    throw new GatewayError({ class: 'permanent', problem: { code: 'gateway.missing', field: 'kongServer' } });
  const token = gateway.adminApiKey ? await openSecret(secrets, gateway.adminApiKey) : undefined;
  const client = createKongClient({
    ...options,
    adminUrl: gateway.adminUrl,
    token,
    authorities: gateway.certificates?.map(({ certificate }) => certificate),
  });
  try {
    return await work({
      gateway,
      client,
      names,
      telemetryKey: () => openSecret(secrets, gateway.telemetryKey),
      redis: (resourceId) => openRedis(secrets, resourceOf, resourceId),
    });
  } finally {
    await client.close();
  }
};
