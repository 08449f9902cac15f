import * as z from 'zod';
import { givenName } from '../core/given-name.ts';
import { idSchema } from '../core/id.ts';
import { businessAreaDescriptionLimit, businessAreaNameLimit } from './limits.ts';
import { businessAreaRow } from './row.ts';

/** `POST /api/business-area`. `id` 0 adds a business area. */
export const businessAreaBody = z.strictObject({
  id: z.int().min(0).max(2_147_483_647).default(0),
  name: givenName(businessAreaNameLimit).min(1, 'business-area.name-required'),
  description: z.string().trim().min(1, 'business-area.description-required').max(businessAreaDescriptionLimit),
});
export type BusinessAreaBody = z.output<typeof businessAreaBody>;

export const businessAreaSaved = businessAreaRow.extend({ position: z.string() });
export const businessAreaRemoved = z.object({ entityId: idSchema, position: z.string() });

/** An entry of `GET /api/business-area/{id}/history`, the newest first. */
export const businessAreaChange = z.object({
  id: z.uuid(),
  kind: z.enum(['added', 'changed', 'removed']),
  happenedAt: z.string(),
  /** Null: the portal itself. */
  user: z.object({ id: z.int(), name: z.string() }).nullable(),
  changes: z.array(z.object({ field: z.enum(['name', 'description']), from: z.string(), to: z.string() })),
});
export type BusinessAreaChange = z.output<typeof businessAreaChange>;
