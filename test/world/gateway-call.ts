import type { Attribution } from '#bff/ingest/attribution.ts';
import type { LogEntry } from '#gateway/telemetry/log-entry.ts';

/** A gateway's call as the ingestion stores it. `requestId` must be another one for each call. */
export const gatewayCall = (
  given: Partial<LogEntry & Attribution> & Pick<LogEntry, 'requestId'>,
): LogEntry & Attribution => ({
  startedAt: new Date(),
  clientIp: '192.0.2.1',
  upstreamUri: '/orders/7',
  status: 200,
  method: 'GET',
  path: '/orders-dev/orders/7',
  gatewayMs: 2,
  upstreamMs: 40,
  requestBytes: 412,
  responseBytes: 1_830,
  probe: undefined,
  service: undefined,
  consumer: undefined,
  credential: undefined,
  apiId: 31,
  apiName: 'Payments',
  organizationId: 2,
  organizationName: 'Acme',
  consumerId: 21,
  consumerName: 'till 21',
  operation: '/orders/{id}',
  environment: 'DEV',
  generation: null,
  unattributed: null,
  ...given,
});

/** Returns the id of the call with a number. */
export const callId = (number: number): string => number.toString(16).padStart(32, '0');
