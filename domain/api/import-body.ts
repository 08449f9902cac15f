import * as z from 'zod';
import { givenName } from '../core/given-name.ts';
import { idParameter } from '../core/id.ts';
import { descriptionLimit } from './schema.ts';

/** A form has only texts: an empty text means no id. */
const idOrNone = z.union([z.literal('').transform(() => null), idParameter]);

/**
 * The form fields of `POST /api/swagger/import` beside the file `jsonFile`. An empty name or description is taken from
 * the document. In an update, a missing field keeps its value.
 */
export const apiImportBody = z.strictObject({
  id: idOrNone.optional(),
  name: givenName(200).optional(),
  description: z.string().trim().max(descriptionLimit, 'api.description-too-long').optional(),
  sourceRepo: z
    .string()
    .trim()
    .max(500)
    .regex(/^$|^https?:\/\//, 'api.source-repo-invalid')
    .optional(),
  bizappId: idOrNone.optional(),
  businessAreaId: idOrNone.optional(),
});
export type ApiImportBody = z.output<typeof apiImportBody>;
