import type { PorticoEvent } from '#domain/event-catalogue.ts';
import type { EventStore } from '#eventstore/event-store.ts';
import { defaultRepeats, type Repeats } from '#gateway/admin-api/repeat.ts';
import type { GatewayNames } from '#gateway/names/gateway-names.ts';
import type { TargetPolicy } from '#gateway/target/target-policy.ts';
import type { Pool } from '#platform/database.ts';
import type { Log } from '#platform/log.ts';
import type { Vault } from '#platform/vault.ts';
import type { BackOff, OutageTiming } from './back-off.ts';
import type { WorkerMetrics } from './metrics.ts';

/**
 * How mails are sent.
 *
 * @property smtpUrl   SMTP_URL.
 * @property from      MAIL_FROM: the sender.
 * @property publicUrl PUBLIC_URL, which the links begin with.
 * @property reviewPause milliseconds between two mails to one reviewer of requests for accounts (REVIEW_MAIL_MINUTES).
 */
export type MailSettings = Readonly<{ smtpUrl: string; from: string; publicUrl: string; reviewPause: number }>;

/** Time limits for gateways, in milliseconds. */
export type GatewayTiming = Readonly<{
  /** One exchange with the Admin API. */
  call: number;
  /** How much longer than its own estimate a gateway may need to apply a change, before the canary is written again. */
  live: number;
  /** Between two test calls to the proxy. */
  look: number;
  /** How a call is repeated that failed in passing. */
  repeats: Repeats;
}>;

export const defaultGatewayTiming: GatewayTiming = { call: 5_000, live: 12_000, look: 200, repeats: defaultRepeats };

/** Half of the lease is longer than one try of a call to a gateway takes. */
export const defaultLease = 15_000;

/** The services of all handlers. They are made once at the start; a test makes its own. */
export type WorkerServices = Readonly<{
  store: EventStore<PorticoEvent>;
  pool: Pool;
  vault: Vault;
  /** The names of this installation's entities on gateways. */
  names: GatewayNames;
  log: Log;
  metrics: WorkerMetrics;
  /** The name of this process in events. */
  worker: string;
  backOff: BackOff;
  timing: GatewayTiming;
  outage: OutageTiming;
  /** Milliseconds after which another process takes over from one that shows no activity. */
  lease: number;
  /** Decides which targets deployments may have. */
  targets: TargetPolicy;
  /** CODEGEN_JAR. */
  codegenJar: string | undefined;
  /** Undefined without SMTP_URL: no mail is requested. */
  mail: MailSettings | undefined;
}>;
