import type { GatewayNames } from './gateway-names.ts';

/**
 * Returns the name of the protected space (RFC 9110, 11.5) in a deployment's refusals. It proves that this deployment
 * has refused a call, not another route of the gateway with the same path.
 */
export const realmOf = (names: GatewayNames, deploymentId: number): string =>
  `portico/${names.serviceId(deploymentId)}`;
