import { defaultRepeats, type Repeats } from '#gateway/admin-api/repeat.ts';
import type { GatewayNames } from '#gateway/names/gateway-names.ts';
import type { TargetPolicy } from '#gateway/target/target-policy.ts';

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

declare module '../engine/worker-services.ts' {
  interface WorkerServices {
    /** The names of this installation's entities on gateways. */
    readonly names: GatewayNames;
    readonly timing: GatewayTiming;
    /** Decides which targets deployments may have. */
    readonly targets: TargetPolicy;
  }
}
