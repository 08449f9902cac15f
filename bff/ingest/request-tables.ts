import type { Generated } from 'kysely';
import type { Environment } from '#domain/core/environment.ts';
import type { ReadTables } from '#projections/tables.ts';

/** One call at a gateway (migrations/140). */
export type GatewayRequestsTable = {
  id: Generated<number>;
  started_at: Date;
  gateway_id: number;
  request_id: string;
  /** Null when none of Portico's ids could be proved; `unattributed` says which. */
  api_id: number | null;
  api_name: string;
  /** Null when nobody was recognised. */
  organization_id: number | null;
  organization_name: string;
  consumer_id: number | null;
  environment: Environment | '';
  client_ip: string;
  upstream_uri: string;
  status: number;
  unattributed: 'service' | 'consumer' | null;
};

/** Calls an hour (migrations/142). */
export type GatewayRequestCountsTable = {
  hour: Date;
  api_id: number;
  organization_id: number | null;
  environment: Environment;
  status: number;
  count: number;
};

/** The telemetry tables beside the read tables: `db.withTables<RequestTables>()`. */
export type RequestTables = {
  gateway_requests: GatewayRequestsTable;
  gateway_request_counts: GatewayRequestCountsTable;
};

/** What a query over both kinds of tables sees. */
export type TablesWithRequests = ReadTables & RequestTables;
