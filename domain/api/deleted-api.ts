import * as z from 'zod/mini';
import { idSchema } from '../core/id.ts';
import { growingListParameters, growingPageOf } from '../core/list.ts';

/** A row of `GET /api/deleteAPI`: an API that was deleted, and by whom. */
const deletedApiRow = z.object({
  id: idSchema,
  api: z.string(),
  version: z.string(),
  organizationName: z.string(),
  /** '' for an API without an application. */
  appname: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  deletedAt: z.string(),
});
export type DeletedApiRow = z.output<typeof deletedApiRow>;

export const deletedApiListQuery = z.extend(
  growingListParameters(['id', 'api', 'organizationName', 'lastname', 'deletedAt'], {
    sort: 'deletedAt',
    order: 'desc',
  }),
  { search: z._default(z.string().check(z.trim(), z.maxLength(200)), '') },
);
export type DeletedApiListQuery = z.output<typeof deletedApiListQuery>;

export const deletedApiPage = growingPageOf('records', deletedApiRow);
export type DeletedApiPage = z.output<typeof deletedApiPage>;
