import * as z from 'zod';
import { environmentSchema } from '../core/environment.ts';
import { idSchema } from '../core/id.ts';
import { listParameters, pageOf } from '../core/list.ts';
import { operationRow } from '../operation/schema.ts';
import { noticeKinds } from './notice.ts';

export const noticeListQuery = listParameters(['at'], { sort: 'at', order: 'desc' }).extend({
  /** `true`: only those that have not been read. */
  unread: z
    .enum(['true', 'false'])
    .default('false')
    .transform((text) => text === 'true'),
});
export type NoticeListQuery = z.output<typeof noticeListQuery>;
export const noticePageSize = 20;

/** What somebody is told. Names are those of today; what is about nothing of a kind has null there. */
const noticeRow = z.object({
  id: z.uuid(),
  kind: z.enum(noticeKinds),
  at: z.string(),
  read: z.boolean(),
  api: z.object({ id: idSchema, name: z.string(), deleted: z.boolean() }).nullable(),
  /** What a key or a deployment is called, and where it is. */
  subject: z.string(),
  environment: environmentSchema.nullable(),
  /** When the credentials end that a reminder is about. */
  endsAt: z.string().nullable(),
  /** What whoever decided about a request answered. */
  note: z.string(),
  operation: operationRow.pick({ id: true, kind: true, subject: true, problems: true }).nullable(),
  issue: z.object({ id: idSchema, title: z.string() }).nullable(),
});
export type NoticeRow = z.output<typeof noticeRow>;

/** `GET /api/notices`. */
export const noticePage = pageOf('notices', noticeRow);

/** More are not counted. */
export const unreadLimit = 100;
export const unreadNotices = z.object({ unread: z.int().nonnegative().max(unreadLimit) });

/** `POST /api/notices/read`; without `ids` all that there are. */
export const readNoticesBody = z.strictObject({ ids: z.array(z.uuid()).min(1).max(100).optional() });
export type ReadNoticesBody = z.output<typeof readNoticesBody>;
