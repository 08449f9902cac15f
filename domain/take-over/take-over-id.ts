/** Returns the id of a service's stream: `1-0b1c2d3e-...`. Ids are unique at one gateway only. */
export const takeOverIdOf = (gatewayId: number, serviceId: string): string => `${gatewayId}-${serviceId}`;
