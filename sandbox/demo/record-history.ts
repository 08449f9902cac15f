import type { Attribution } from '#bff/ingest/attribution.ts';
import { recordRequests } from '#bff/ingest/record-requests.ts';
import type { LogEntry } from '#gateway/log-entry.ts';
import { porticoNamespace, uuidV5 } from '#platform/uuid.ts';
import { callsOfLastDays } from './call-history.ts';
import type { DeployedApi } from './catalogue.ts';
import type { DemoOrganization, Seeded, SeedServices } from './seed.ts';

/** Calls that are stored at once. */
const batch = 500;
/** Of the two organizations, from networks that are nobody's (RFC 5737). */
const clientIps = { internal: '198.51.100.17', partner: '203.0.113.24' } as const;

/** Who called an API of the demo. */
export type DemoCaller = Readonly<{ api: DeployedApi; consumerId: number; organization: DemoOrganization }>;

/**
 * Stores what the gateway would have posted of the last days, so that no report of the demo begins empty; nothing where
 * there are calls already.
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
  const nobody = { organizationId: null, organizationName: '', consumerId: null, generation: null };
  const unread = { probe: undefined, service: undefined, consumer: undefined, credential: undefined };
  const calls = callers.flatMap(({ api, consumerId, organization }) => {
    const caller = { organizationId: organization.id, organizationName: organization.name, consumerId, generation: 1 };
    return callsOfLastDays(api, new Date()).map(
      ({ name, startedAt, path, status, isKnown }): LogEntry & Attribution => ({
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
      }),
    );
  });
  // The report shows them in the order in which they came.
  calls.sort((one, other) => one.startedAt.getTime() - other.startedAt.getTime());
  for (let from = 0; from < calls.length; from += batch)
    await recordRequests(pool, gatewayId, calls.slice(from, from + batch));
};
