import type { Kysely } from 'kysely';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { PorticoEvent } from '#domain/event-catalogue.ts';
import type { EventStore } from '#eventstore/event-store.ts';
import type { GatewayNames } from '#gateway/gateway-names.ts';
import type { TargetPolicy } from '#gateway/target-policy.ts';
import type { Settings } from '#platform/settings.ts';
import type { Vault } from '#platform/vault.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import type { CallLimiter } from './call-limiter.ts';

/** What every handler of the BFF gets: made once in main.ts, replaced by a test's own. */
export type Services = Readonly<{
  settings: Settings;
  store: EventStore<PorticoEvent>;
  pool: Pool;
  /** The read tables, and the BFF's own (sessions, secrets, telemetry). */
  db: Kysely<ReadTables>;
  vault: Vault;
  /** What this installation calls its things on gateways. */
  names: GatewayNames;
  limiter: CallLimiter;
  /** What deployments may point to. */
  targets: TargetPolicy;
  log: Logger;
  /** Now. Tests pass their own. */
  now: () => Date;
}>;
