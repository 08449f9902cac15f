import type { SecretReference } from '#domain/consumer/consumer.ts';
import { type Gateway, resourceDecider } from '#domain/resource/resource.ts';
import { loadState } from '#eventstore/load.ts';
import { createKongClient, type KongClient } from '#gateway/client.ts';
import { PermanentError } from './run.ts';
import type { WorkerServices } from './worker-services.ts';

/** A gateway of the portal with an open client. */
export type GatewaySession = Readonly<{ gateway: Gateway; client: KongClient }>;

/** A secret from the vault, only ever held in memory. @throws PermanentError when it is gone. */
export const openSecret = async ({ vault, pool }: WorkerServices, { secretId }: SecretReference): Promise<string> => {
  const value = await vault.openSecret(pool, secretId);
  if (value === undefined) throw new PermanentError({ code: 'secret.missing' });
  return value;
};

/** Runs `work` with the gateway that a resource describes, and closes its connections. */
export const withGateway = async <Result>(
  services: WorkerServices,
  gatewayId: number,
  work: (session: GatewaySession) => Promise<Result>,
): Promise<Result> => {
  const gateway = await loadState(services.store, resourceDecider, gatewayId);
  if (gateway.status === 'none') throw new PermanentError({ code: 'gateway.missing', field: 'kongServer' });
  const token = gateway.adminApiKey ? await openSecret(services, gateway.adminApiKey) : undefined;
  const client = createKongClient({ adminUrl: gateway.adminUrl, token, timeout: services.timing.call });
  try {
    return await work({ gateway, client });
  } finally {
    await client.close();
  }
};
