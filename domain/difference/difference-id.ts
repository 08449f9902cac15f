/** Returns the id of a difference's stream: `12-0b1c2d3e-...`. Somebody else's object may touch several deployments. */
export const differenceIdOf = (deploymentId: number, objectId: string): string => `${deploymentId}-${objectId}`;
