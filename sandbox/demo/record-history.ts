import type { Attribution } from '../../bff/ingest/attribution.ts';
import { recordRequests } from '../../bff/ingest/record-requests.ts';
import { nameInEnvironment } from '../../domain/core/environment.ts';
import type { LogEntry } from '../../gateway/telemetry/log-entry.ts';
import { porticoNamespace, uuidV5 } from '../../platform/uuid.ts';
import { callsOfLastDays } from './call-history.ts';
import type { DeployedApi } from './catalogue.ts';
import type { DemoOrganization, Seeded, SeedServices } from './seed.ts';

/** Number of calls to store at once. */
const batch = 500;
/** Addresses of the two organizations, from networks reserved for documentation (RFC 5737). */
const clientIps = { internal: '198.51.100.17', partner: '203.0.113.24' } as const;

/** Caller of an API of the demo. */
export type DemoCaller = Readonly<{ api: DeployedApi; consumerId: number; organization: DemoOrganization }>;

/**
 * Stores the calls of the last days as if the gateway had posted them, so that no report of the demo is empty at first.
 * Does nothing if there are calls already.
 */
export const recordHistory = async (
  { pool }: SeedServices,
  { apiIds, gatewayId, internal }: Seeded,
  callers: readonly DemoCaller[],
): Promise<void> => {
  const { rows } = await pool.query<{ called: boolean }>(
    'select exists (select from gateway_request_counts) as called',
  );
  if (rows[0]?.called) return;
  const nobody = { organizationId: null, organizationName: '', consumerId: null, consumerName: null, generation: null };
  const unread = { probe: undefined, service: undefined, consumer: undefined, credential: undefined };
  const calls = callers.flatMap(({ api, consumerId, organization }) => {
    const caller = {
      organizationId: organization.id,
      organizationName: organization.name,
      consumerId,
      consumerName: api.deployed.nickname,
      generation: 1,
    };
    const before = `/${nameInEnvironment(api.deployed.contextPath, api.deployed.environment)}`;
    return callsOfLastDays(api, new Date()).map(
      ({ name, startedAt, path, operation, gatewayMs, upstreamMs, status, isKnown }): LogEntry & Attribution => ({
        ...unread,
        ...(isKnown ? caller : nobody),
        apiId: apiIds.get(api.name) as number,
        apiName: api.name,
        environment: api.deployed.environment,
        unattributed: null,
        requestId: uuidV5(porticoNamespace, `demo/call/${api.name}/${name}`),
        startedAt,
        clientIp: clientIps[organization === internal ? 'internal' : 'partner'],
        upstreamUri: path,
        status,
        method: 'GET',
        operation,
        path: `${before}${path.split('?', 1)[0]}`,
        gatewayMs,
        upstreamMs,
        requestBytes: 380 + path.length,
        responseBytes: status === 200 ? 640 + path.length * 31 : 210,
      }),
    );
  });
  // The report shows calls in the order in which they were stored.
  calls.sort((one, other) => one.startedAt.getTime() - other.startedAt.getTime());
  for (let from = 0; from < calls.length; from += batch)
    await recordRequests(pool, gatewayId, calls.slice(from, from + batch));
};
