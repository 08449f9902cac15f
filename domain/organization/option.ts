import * as z from 'zod/mini';
import { idSchema } from '../core/id.ts';

/** An organization in a selection list (`GET /api/all-organizations`). */
export const organizationOption = z.object({ id: idSchema, name: z.string(), external: z.boolean() });
export type OrganizationOption = z.output<typeof organizationOption>;
