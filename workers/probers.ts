import type { Probers } from './engine/watch-resources.ts';
import { isGatewayBack } from './gateway/prober.ts';

/** The prober of each kind of resource. */
export const probers: Probers = { gateway: isGatewayBack };
