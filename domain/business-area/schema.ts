import * as z from 'zod';
import { idSchema } from '../core/id.ts';

/** A business area in a picker (`GET /api/business-areas`). */
export const businessAreaOption = z.object({ id: idSchema, name: z.string() });

/** "ALL" in the gallery's filter (docs/product/publishing.md). */
export const allBusinessAreas = -1;
