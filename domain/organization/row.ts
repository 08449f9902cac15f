import * as z from 'zod/mini';
import { idSchema } from '../core/id.ts';

/** An organization in a selection list (`GET /api/all-organizations`). */
export const organizationOption = z.object({
  id: idSchema,
  name: z.string(),
  external: z.boolean(),
  /** Whether its people can't sign in and its keys don't work. Forms don't offer it. Told to those who see all. */
  deactivated: z.optional(z.boolean()),
});
export type OrganizationOption = z.output<typeof organizationOption>;
