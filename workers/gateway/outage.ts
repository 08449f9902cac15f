import type { Problem } from '#domain/core/problem.ts';
import type { KongReader } from '#gateway/client.ts';
import { GatewayError } from '#gateway/gateway-failure.ts';
import type { Database } from '#platform/database.ts';

/** What is seen of a gateway that is away: no answer, one that it can't now, another server's page. */
const signs = ['gateway.unreachable', 'gateway.busy', 'gateway.unexpected-answer'];

/** What an error says of a gateway that may be away; undefined when it answered. */
export const signOf = (error: unknown): Problem | undefined =>
  error instanceof GatewayError && signs.includes(error.failure.problem.code) ? error.failure.problem : undefined;

/**
 * Asks a gateway for something small that it has to look up: its Admin API and its database are there. One that refuses
 * Portico is there too. Undefined when it is; what was seen otherwise.
 */
export const askGateway = async (client: KongReader): Promise<Problem | undefined> => {
  try {
    await client.list('service', ['portico-is-there']);
    return undefined;
  } catch (error) {
    return signOf(error);
  }
};

export const isAway = async (database: Database, gatewayId: number): Promise<boolean> => {
  const { rowCount } = await database.query('select from gateway_outages where gateway_id = $1', [gatewayId]);
  return rowCount === 1;
};

/** Written down once for all processes; whoever would ask the gateway then waits. */
export const markAway = async (database: Database, gatewayId: number): Promise<void> => {
  await database.query('insert into gateway_outages (gateway_id) values ($1) on conflict do nothing', [gatewayId]);
};

export const markBack = async (database: Database, gatewayId: number): Promise<void> => {
  await database.query('delete from gateway_outages where gateway_id = $1', [gatewayId]);
};
