import * as z from 'zod/mini';
import { givenName } from '../core/given-name.ts';
import { idParameter } from '../core/id.ts';
import { basedOnField } from '../core/older-form.ts';
import { atMost } from '../core/required-text.ts';
import { descriptionLimit } from './schema.ts';

/** A form has only texts: an empty text means no id. */
const idOrNone = z.union([
  z.pipe(
    z.literal(''),
    z.transform(() => null),
  ),
  idParameter,
]);

/**
 * The form fields of `POST /api/swagger/import` beside the file `jsonFile`. An empty name or description is taken from
 * the document. In an update, a missing field keeps its value.
 */
export const apiImportBody = z.strictObject({
  id: z.optional(idOrNone),
  name: z.optional(givenName(200)),
  description: z.optional(z.string().check(z.trim(), z.maxLength(descriptionLimit, 'api.description-too-long'))),
  sourceRepo: z.optional(
    z.string().check(z.trim(), atMost(500), z.regex(/^$|^https?:\/\//, 'api.source-repo-invalid')),
  ),
  bizappId: z.optional(idOrNone),
  businessAreaId: z.optional(idOrNone),
  /** Only for an update. */
  basedOn: z.optional(z.pipe(idParameter, basedOnField.def.innerType)),
});
export type ApiImportBody = z.output<typeof apiImportBody>;
