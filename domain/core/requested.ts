import * as z from 'zod/mini';
import { idSchema } from './id.ts';
import { savedBasedOn } from './older-form.ts';

/** The response to every command that a worker finishes. `basedOn`: only after a form. */
export const requested = z.object({
  entityId: idSchema,
  operationId: z.string(),
  basedOn: savedBasedOn,
  position: z.string(),
});
