import type { PorticoEvent } from '#domain/event-catalogue.ts';
import type { EventStore } from '#eventstore/event-store.ts';
import type { GatewayNames } from '#gateway/gateway-names.ts';
import type { TargetPolicy } from '#gateway/target-policy.ts';
import type { Pool } from '#platform/database.ts';
import type { Log } from '#platform/log.ts';
import type { Vault } from '#platform/vault.ts';
import type { BackOff, OutageTiming } from './back-off.ts';
import type { WorkerMetrics } from './metrics.ts';

/** How long things outside may take, in milliseconds. */
export type GatewayTiming = Readonly<{
  /** One exchange with the Admin API. */
  call: number;
  /** How much longer than it says a gateway may take to bring something into force, before that is written again. */
  live: number;
  /** Between two looks at the proxy. */
  look: number;
}>;

export const defaultGatewayTiming: GatewayTiming = { call: 5_000, live: 12_000, look: 200 };

/** Half of it is longer than a call to a gateway takes. */
export const defaultLease = 15_000;

/** What every handler gets; made once at the start, a test makes its own. */
export type WorkerServices = Readonly<{
  store: EventStore<PorticoEvent>;
  pool: Pool;
  vault: Vault;
  /** What this installation calls its things on gateways. */
  names: GatewayNames;
  log: Log;
  metrics: WorkerMetrics;
  /** Names this process in events. */
  worker: string;
  backOff: BackOff;
  timing: GatewayTiming;
  outage: OutageTiming;
  /** Milliseconds without a sign of life after which another process takes over what this one works on. */
  lease: number;
  /** What deployments may point to. */
  targets: TargetPolicy;
  /** CODEGEN_JAR. */
  codegenJar: string | undefined;
}>;
