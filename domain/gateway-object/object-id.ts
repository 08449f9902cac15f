/** Returns the id of an object's stream: `1-0b1c2d3e-...`. Ids are unique at one gateway only. */
export const objectStreamId = (gatewayId: number, objectId: string): string => `${gatewayId}-${objectId}`;
