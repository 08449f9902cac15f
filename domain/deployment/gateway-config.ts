import * as z from 'zod/mini';
import { gatewayPlan } from '../core/gateway-plan.ts';

/**
 * One object on the gateway, with masked secrets.
 *
 * @property object  its kind in words: `service`, `plugin acl`, `route GET`.
 * @property created when the gateway created it; null when the gateway does not say.
 * @property fields  dotted paths and values, without empty ones. `more` counts the lines that are not shown.
 */
const gatewayObject = z.object({
  kind: z.string(),
  id: z.string(),
  object: z.string(),
  name: z.string(),
  created: z.nullable(z.string()),
  fields: z.array(z.object({ field: z.string(), lines: z.array(z.string()), more: z.int().check(z.nonnegative()) })),
});
export type GatewayObject = z.output<typeof gatewayObject>;

/**
 * `GET /api/swaggers/deployment/{id}/kong-config`: a deployment's objects on the gateway, without its keys.
 *
 * @property difference what Portico would change now. Not empty only when somebody else changed an object.
 */
export const gatewayConfig = z.object({
  apiId: z.int(),
  path: z.string(),
  gateway: z.string(),
  objects: z.array(gatewayObject),
  difference: gatewayPlan,
});
export type GatewayConfig = z.output<typeof gatewayConfig>;
