import * as z from 'zod/mini';

/** The part of a plan that events and screens contain. The rest is only counted. */
export const planLimits = { objects: 100, lines: 20, lineLength: 300 } as const;

/**
 * One changed field of an object, as removed and added lines: one line for a value, several for a list.
 *
 * @property field the gateway's name of the field: `config.minute`.
 * @property more  number of further lines.
 */
const fieldChange = z.object({
  field: z.string(),
  removed: z.array(z.string()),
  added: z.array(z.string()),
  more: z.int().check(z.nonnegative()),
});
export type FieldChange = z.output<typeof fieldChange>;

/**
 * @property object its kind in words: `service`, `plugin acl`, `route GET`.
 * @property name   its name on the gateway, when that says more.
 */
const objectChange = z.object({
  action: z.enum(['add', 'change', 'remove']),
  object: z.string(),
  name: z.string(),
  fields: z.array(fieldChange),
});
export type ObjectChange = z.output<typeof objectChange>;

/**
 * What is added, changed and removed on a gateway, field by field, with masked secrets.
 *
 * @property more number of further objects.
 */
export const gatewayPlan = z.object({ changes: z.array(objectChange), more: z.int().check(z.nonnegative()) });
export type GatewayPlan = z.output<typeof gatewayPlan>;
