import type { Kysely } from 'kysely';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { PorticoEvent } from '#domain/event-catalogue.ts';
import type { EventStore } from '#eventstore/event-store.ts';
import type { GatewayNames } from '#gateway/names/gateway-names.ts';
import type { TargetPolicy } from '#gateway/target/target-policy.ts';
import type { Settings } from '#platform/settings.ts';
import type { Vault } from '#platform/vault.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import type { CallLimiter } from './call-limiter.ts';
import type { Traces } from './traces.ts';

/** What every handler of the BFF gets. Made once in main.ts; tests pass their own. */
export type Services = Readonly<{
  settings: Settings;
  store: EventStore<PorticoEvent>;
  pool: Pool;
  /** The read tables and the BFF's own tables (sessions, secrets, telemetry). */
  db: Kysely<ReadTables>;
  vault: Vault;
  /** Names of this installation's objects on gateways. */
  names: GatewayNames;
  limiter: CallLimiter;
  /** Records what is no command. */
  traces: Traces;
  /** Allowed targets of deployments. */
  targets: TargetPolicy;
  log: Logger;
  /** Returns the current time. Tests pass their own. */
  now: () => Date;
}>;
