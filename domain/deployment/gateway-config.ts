import * as z from 'zod';
import { gatewayPlan } from '../operation/gateway-plan.ts';

/**
 * One object as the gateway holds it, secrets masked.
 *
 * @property object  what it is: `service`, `plugin acl`, `route GET`.
 * @property created when the gateway made it; null where it does not say.
 * @property fields  by their dotted paths, those without a value left out; `more` lines are not shown.
 */
const gatewayObject = z.object({
  kind: z.string(),
  id: z.string(),
  object: z.string(),
  name: z.string(),
  created: z.string().nullable(),
  fields: z.array(z.object({ field: z.string(), lines: z.array(z.string()), more: z.int().nonnegative() })),
});
export type GatewayObject = z.output<typeof gatewayObject>;

/**
 * `GET /api/swaggers/deployment/{id}/kong-config`: what the gateway holds for a deployment, without its keys.
 *
 * @property difference what Portico would change now: nothing, unless somebody else changed it.
 */
export const gatewayConfig = z.object({
  apiId: z.int(),
  path: z.string(),
  gateway: z.string(),
  objects: z.array(gatewayObject),
  difference: gatewayPlan,
});
export type GatewayConfig = z.output<typeof gatewayConfig>;
