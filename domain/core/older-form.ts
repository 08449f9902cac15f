import * as z from 'zod/mini';

/**
 * The field `basedOn` of a form that changes something: the number of the newest event of the thing's stream when the form
 * was read. Every row that fills in a form has it, and every response to a form's command has the next one.
 *
 * Without it nothing is checked, so that scripts need not read before they write. The web app always sends it.
 */
export const basedOnField = z.optional(z.int().check(z.positive(), z.maximum(2_147_483_647)));

/** `basedOn` in a row that fills in a form. */
export const rowBasedOn = z.int().check(z.positive());

/** `basedOn` in the response to a form's command. A form that stays open sends it next time. */
export const savedBasedOn = z.optional(z.int().check(z.nonnegative()));

/** A field that somebody changed. `field` is the dotted path in the body, such as `rateLimit.ratePerMinute`. */
const fieldChange = z.object({
  field: z.string(),
  from: z.unknown(),
  to: z.unknown(),
  /** What ids mean: the names of an organization, an application or a business area. Null: none, or unknown. */
  names: z.optional(z.object({ from: z.nullable(z.string()), to: z.nullable(z.string()) })),
});
export type FieldChange = z.output<typeof fieldChange>;

/**
 * `changed` of a problem with the code `form.older`: what happened since the form was read.
 *
 * @property basedOn what to send next time.
 * @property by      who made the newest change. Null: the portal itself, or somebody whom the reader may not know.
 */
export const changedSince = z.object({
  basedOn: z.int(),
  changes: z.array(fieldChange),
  by: z.nullable(z.object({ id: z.int(), name: z.string() })),
  at: z.string(),
});
export type ChangedSince = z.output<typeof changedSince>;
