import * as z from 'zod/mini';
import { requiredName } from '../core/given-name.ts';
import { ownHistoryEntry } from '../core/history.ts';
import { idSchema } from '../core/id.ts';
import { listParameters, pageOf } from '../core/list.ts';
import { basedOnField, savedBasedOn } from '../core/older-form.ts';
import { requiredText } from '../core/required-text.ts';
import { businessAreaHistory } from './history.ts';
import { businessAreaDescriptionLimit, businessAreaNameLimit } from './limits.ts';
import { businessAreaRow } from './row.ts';

/** `POST /api/business-area`. `id` 0 adds a business area. */
export const businessAreaBody = z.strictObject({
  id: z._default(z.int().check(z.minimum(0), z.maximum(2_147_483_647)), 0),
  name: requiredName(businessAreaNameLimit, 'business-area.name-required'),
  description: requiredText(businessAreaDescriptionLimit, 'business-area.description-required'),
  basedOn: basedOnField,
});

export const businessAreaSaved = z.extend(businessAreaRow, { basedOn: savedBasedOn, position: z.string() });
export const businessAreaRemoved = z.object({ entityId: idSchema, position: z.string() });

/** `GET /api/business-areas/search`. `name` is a part of the name or of the description. */
export const businessAreaListQuery = z.extend(listParameters(['id', 'name'], { sort: 'name', order: 'asc' }), {
  name: z._default(z.string().check(z.trim(), z.maxLength(businessAreaNameLimit)), ''),
});
export type BusinessAreaListQuery = z.output<typeof businessAreaListQuery>;
export const businessAreaPage = pageOf('areas', businessAreaRow);

/** An entry of `GET /api/business-area/{id}/history`, the newest first. */
export const businessAreaChange = ownHistoryEntry(businessAreaHistory);
export type BusinessAreaChange = z.output<typeof businessAreaChange>;
