import * as z from 'zod';

/** An event and a screen hold so much of a plan; the rest is counted. */
export const planLimits = { objects: 100, lines: 20, lineLength: 300 } as const;

/**
 * One field of an object, as lines that go and lines that come: one each for a value, several for a list.
 *
 * @property field the gateway's own name for it: `config.minute`.
 * @property more  lines beyond those.
 */
const fieldChange = z.object({
  field: z.string(),
  removed: z.array(z.string()),
  added: z.array(z.string()),
  more: z.int().nonnegative(),
});
export type FieldChange = z.output<typeof fieldChange>;

/**
 * @property object what it is: `service`, `plugin acl`, `route GET`.
 * @property name   what the gateway calls it, where that says more.
 */
const objectChange = z.object({
  action: z.enum(['add', 'change', 'remove']),
  object: z.string(),
  name: z.string(),
  fields: z.array(fieldChange),
});
export type ObjectChange = z.output<typeof objectChange>;

/**
 * What is added, changed and removed on a gateway, field by field. Secrets are masked in it.
 *
 * @property more objects beyond those.
 */
export const gatewayPlan = z.object({ changes: z.array(objectChange), more: z.int().nonnegative() });
export type GatewayPlan = z.output<typeof gatewayPlan>;
