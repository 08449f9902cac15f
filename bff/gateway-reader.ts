import type { SecretReference } from '#domain/consumer/consumer.ts';
import { RefusedError, refuse } from '#domain/core/problem.ts';
import { type Gateway, resourceDecider } from '#domain/resource/resource.ts';
import { loadState } from '#eventstore/load.ts';
import { createKongClient, type KongClient } from '#gateway/client.ts';
import { GatewayError } from '#gateway/gateway-failure.ts';
import type { Services } from './services.ts';

/** The portal only looks: workers alone change a gateway. */
export type GatewayReader = Pick<KongClient, 'get' | 'list'>;

/** Milliseconds for one call: somebody waits for the answer. */
const patience = 3_000;

const refusalOf = ({ failure: { class: sorted, problem } }: GatewayError): RefusedError => {
  if (sorted !== 'permanent') return new RefusedError(refuse('unavailable', problem));
  return new RefusedError(refuse(problem.field ? 'invalid' : 'conflict', problem));
};

/** @throws RefusedError when it has been destroyed. */
export const openGatewaySecret = async ({ vault, pool }: Services, { secretId }: SecretReference): Promise<string> => {
  const value = await vault.openSecret(pool, secretId);
  if (value === undefined) throw new RefusedError(refuse('conflict', { code: 'secret.missing' }));
  return value;
};

/**
 * Looks at the gateway that a resource describes.
 *
 * @throws RefusedError `unavailable` when it does not answer or refuses Portico, `conflict` or `invalid` else.
 */
export const readGateway = async <Result>(
  services: Services,
  gatewayId: number,
  read: (client: GatewayReader, gateway: Gateway) => Promise<Result>,
): Promise<Result> => {
  const gateway = await loadState(services.store, resourceDecider, gatewayId);
  if (gateway.status === 'none')
    throw new RefusedError(refuse('invalid', { code: 'gateway.missing', field: 'kongServer' }));
  const token = gateway.adminApiKey ? await openGatewaySecret(services, gateway.adminApiKey) : undefined;
  const client = createKongClient({ adminUrl: gateway.adminUrl, token, timeout: patience });
  try {
    return await read(client, gateway);
  } catch (error) {
    throw error instanceof GatewayError ? refusalOf(error) : error;
  } finally {
    await client.close();
  }
};
