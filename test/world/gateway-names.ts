import { createGatewayNames } from '#gateway/names/gateway-names.ts';

/** For tests without an event log: of an installation that has taken over deployments 1 to 11 and keys 1 to 21. */
export const takenOverNames = createGatewayNames({
  installationId: '0a1b2c3d-4f50-4a61-8b72-93a4b5c6d7e8',
  takenOver: { deployment: 11, consumer: 21 },
});

/** The same installation, if it had been new. */
export const newNames = createGatewayNames({
  installationId: '0a1b2c3d-4f50-4a61-8b72-93a4b5c6d7e8',
  takenOver: { deployment: 0, consumer: 0 },
});
