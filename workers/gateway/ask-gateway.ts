import type { Problem } from '#domain/core/problem.ts';
import type { KongReader } from '#gateway/admin-api/client.ts';
import { GatewayError } from '#gateway/admin-api/gateway-failure.ts';

/** Problems that show that a gateway is away: no response, a busy gateway, another server's page. */
const signs = ['gateway.unreachable', 'gateway.busy', 'gateway.unexpected-answer'];

/** Returns the problem of a gateway that may be away; undefined when it responded. */
export const signOf = (error: unknown): Problem | undefined =>
  error instanceof GatewayError && signs.includes(error.failure.problem.code) ? error.failure.problem : undefined;

/**
 * Calls a gateway for something small that it must look up, which needs its Admin API and its database. A gateway that
 * refuses Portico is not away. Returns undefined when the gateway is there, otherwise the problem.
 */
export const askGateway = async (client: KongReader): Promise<Problem | undefined> => {
  try {
    await client.list('service', ['portico-is-there']);
    return undefined;
  } catch (error) {
    return signOf(error);
  }
};
