import * as z from 'zod/mini';
import { idSchema } from '../core/id.ts';
import { rowBasedOn } from '../core/older-form.ts';

/** A business area in a list, and the values of its form. */
export const businessAreaRow = z.object({
  id: idSchema,
  name: z.string(),
  description: z.string(),
  basedOn: rowBasedOn,
});
export type BusinessAreaRow = z.output<typeof businessAreaRow>;
