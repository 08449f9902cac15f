import type { LogEntry } from '#gateway/log-entry.ts';
import type { Database } from '#platform/database.ts';
import type { Attribution } from './attribution.ts';

/** `repeated`: number of calls that were stored before. */
export type Recorded = Readonly<{ stored: number; repeated: number }>;

/** Stores the calls of one gateway, each once, and counts the new ones. One statement in one transaction. */
export const recordRequests = async (
  database: Database,
  gatewayId: number,
  requests: readonly (LogEntry & Attribution)[],
): Promise<Recorded> => {
  if (requests.length === 0) return { stored: 0, repeated: 0 };
  const rows = requests.map((request) => ({
    request_id: request.requestId,
    started_at: request.startedAt.toISOString(),
    api_id: request.apiId,
    api_name: request.apiName,
    organization_id: request.organizationId,
    organization_name: request.organizationName,
    consumer_id: request.consumerId,
    generation: request.generation,
    environment: request.environment,
    client_ip: request.clientIp,
    upstream_uri: request.upstreamUri,
    status: request.status,
    unattributed: request.unattributed,
  }));
  const { rows: response } = await database.query<Recorded>(
    'select stored, repeated from record_gateway_requests($1, $2::json)',
    [gatewayId, JSON.stringify(rows)],
  );
  return response[0] as Recorded;
};
