import { gatewayServiceName } from '../../domain/deployment/gateway-name.ts';
import { proxyPath } from '../../gateway/plan/plan-routes.ts';
import type { Place } from '../kong/taken-places.ts';
import { deployedApis, deployedName } from './catalogue.ts';

/** What the demo needs on a gateway, for each API that it deploys. */
export const demoPlaces: readonly Place[] = deployedApis.map(({ name, deployed }) => {
  const path = proxyPath(deployed);
  return {
    api: name,
    service: gatewayServiceName(deployedName(name), deployed.environment),
    route: path.slice(1),
    path,
  };
});
