import type { GatewayNames } from './gateway-names.ts';

/**
 * The name of the protected space (RFC 9110, 11.5) that a deployment's refusals carry. It tells that this very deployment
 * has refused a call, and no other route of the gateway that takes the same path.
 */
export const realmOf = (names: GatewayNames, deploymentId: number): string =>
  `portico/${names.serviceId(deploymentId)}`;
