import * as z from 'zod';
import { environmentSchema } from '../core/environment.ts';
import { idSchema } from '../core/id.ts';
import { listParameters, pageOf } from '../core/list.ts';
import { operationRow } from '../operation/schema.ts';
import { noticeKinds } from './notice.ts';

export const noticeListQuery = listParameters(['at'], { sort: 'at', order: 'desc' }).extend({
  /** `true`: only unread notices. */
  unread: z
    .enum(['true', 'false'])
    .default('false')
    .transform((text) => text === 'true'),
});
export type NoticeListQuery = z.output<typeof noticeListQuery>;
export const noticePageSize = 20;

/** One notice. Names are the current ones. A field is null when the notice is not about such a thing. */
const noticeRow = z.object({
  id: z.uuid(),
  kind: z.enum(noticeKinds),
  at: z.string(),
  read: z.boolean(),
  api: z.object({ id: idSchema, name: z.string(), deleted: z.boolean() }).nullable(),
  /** The name of a key or a deployment, and its environment. */
  subject: z.string(),
  environment: environmentSchema.nullable(),
  /** When the old credentials end; only in reminders. */
  endsAt: z.string().nullable(),
  /** The reviewer's note. */
  note: z.string(),
  operation: operationRow.pick({ id: true, kind: true, subject: true, problems: true }).nullable(),
  issue: z.object({ id: idSchema, title: z.string() }).nullable(),
});
export type NoticeRow = z.output<typeof noticeRow>;

/** `GET /api/notices`. */
export const noticePage = pageOf('notices', noticeRow);

/** Counting stops here. */
export const unreadLimit = 100;
export const unreadNotices = z.object({ unread: z.int().nonnegative().max(unreadLimit) });

/** `POST /api/notices/read`. Without `ids` it marks all notices. */
export const readNoticesBody = z.strictObject({ ids: z.array(z.uuid()).min(1).max(100).optional() });
export type ReadNoticesBody = z.output<typeof readNoticesBody>;
