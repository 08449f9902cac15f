import type { DeploymentConfig } from '#domain/deployment/deployment.ts';
import type { Place } from '../change/in-the-way.ts';
import { proxyPath } from './plan-routes.ts';

/** Returns where a deployment answers. */
export const placeOf = (config: DeploymentConfig): Place => ({
  path: proxyPath(config),
  former: config.former?.routes.map(({ id }) => id) ?? [],
});
