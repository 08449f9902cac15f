import type { LogEntry } from '#gateway/telemetry/log-entry.ts';
import type { Database } from '#platform/database.ts';
import type { Attribution } from './attribution.ts';

/** `repeated`: number of calls that were stored before. */
export type Recorded = Readonly<{ stored: number; repeated: number }>;

type ReportedCall = LogEntry & Attribution;

/** The parameters of `take_gateway_calls` after the gateway's id, in its order. */
const columns: readonly ((request: ReportedCall) => string | number | null)[] = [
  ({ requestId }) => requestId,
  ({ startedAt }) => startedAt.toISOString(),
  ({ apiId }) => apiId,
  ({ apiName }) => apiName,
  ({ organizationId }) => organizationId,
  ({ organizationName }) => organizationName,
  ({ consumerId }) => consumerId,
  ({ consumerName }) => consumerName,
  ({ generation }) => generation,
  ({ environment }) => environment,
  ({ clientIp }) => clientIp,
  ({ upstreamUri }) => upstreamUri,
  ({ status }) => status,
  ({ unattributed }) => unattributed,
  ({ method }) => method,
  ({ operation }) => operation,
  ({ path }) => path,
  ({ gatewayMs }) => gatewayMs,
  ({ upstreamMs }) => upstreamMs,
  ({ requestBytes }) => requestBytes,
  ({ responseBytes }) => responseBytes,
];

const text = `select take_gateway_calls($1, ${columns.map((_column, index) => `$${index + 2}`).join(', ')}) as stored`;

/** Stores the calls of one gateway, each once. One statement in one transaction. */
export const recordRequests = async (
  database: Database,
  gatewayId: number,
  requests: readonly ReportedCall[],
): Promise<Recorded> => {
  if (requests.length === 0) return { stored: 0, repeated: 0 };
  const values = [gatewayId, ...columns.map((column) => requests.map(column))];
  const { rows } = await database.query<{ stored: number }>({ name: 'take_gateway_calls', text, values });
  const stored = rows[0]?.stored ?? 0;
  return { stored, repeated: requests.length - stored };
};
