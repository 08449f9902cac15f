import * as z from 'zod/mini';
import { environmentSchema } from '../core/environment.ts';
import { idSchema } from '../core/id.ts';
import { growingListParameters, growingPageOf } from '../core/list.ts';
import { foreignEffects } from '../drift/effect.ts';
import { operationRow } from '../operation/schema.ts';
import { noticeKinds } from './notice.ts';

export const noticeListQuery = z.extend(growingListParameters(['at'], { sort: 'at', order: 'desc' }), {
  /** `true`: only unread notices. */
  unread: z.pipe(
    z._default(z.enum(['true', 'false']), 'false'),
    z.transform((text) => text === 'true'),
  ),
});
export type NoticeListQuery = z.output<typeof noticeListQuery>;
export const noticePageSize = 20;

/** One notice. Names are the current ones. A field is null when the notice is not about such a thing. */
const noticeRow = z.object({
  id: z.uuid(),
  kind: z.enum(noticeKinds),
  at: z.string(),
  read: z.boolean(),
  api: z.nullable(z.object({ id: idSchema, name: z.string(), deleted: z.boolean() })),
  /** Older processes do not send it. */
  eventCategory: z.optional(z.nullable(z.object({ id: idSchema, name: z.string(), deleted: z.boolean() }))),
  /** The name of a key, an application or a deployment with its environment, or of an organization. */
  subject: z.string(),
  environment: z.nullable(environmentSchema),
  /** When the old credentials or the first of the certificates end; only in reminders. */
  endsAt: z.nullable(z.string()),
  /** The reviewer's note. */
  note: z.string(),
  operation: z.nullable(z.pick(operationRow, { id: true, kind: true, subject: true, state: true, problems: true })),
  /** The name of somebody else's object on the gateway, or of the certificate that ends first. */
  object: z.string(),
  /** What somebody else's object does, and the key that it is about. Null: the notice is about something else. */
  effect: z._default(z.nullable(z.enum(foreignEffects)), null),
  key: z._default(z.nullable(z.string()), null),
  /** How many further deployments or certificates it is about. */
  others: z.int(),
  /** How many keys stopped with what was deleted. */
  keys: z.int(),
  /** Who did it; '' for the portal itself or somebody unknown. */
  by: z.string(),
  issue: z.nullable(z.object({ id: idSchema, title: z.string() })),
  gatewayId: z.nullable(idSchema),
  /** The change that needs a second person. Older processes do not send it. */
  approvalId: z.optional(z.nullable(idSchema)),
  /** The review of access. Older processes do not send it. */
  roundId: z.optional(z.nullable(idSchema)),
});
export type NoticeRow = z.output<typeof noticeRow>;

/** `GET /api/notices`. */
export const noticePage = growingPageOf('notices', noticeRow);

/** Counting stops here. */
export const unreadLimit = 100;
/** A gateway that does not respond, since when, and how many operations wait for it. */
const outage = z.object({ gateway: z.string(), since: z.string(), waiting: z.int() });
export type Outage = z.output<typeof outage>;

/** `outages` is empty for users who may not see them. An outage is no notice: it goes when the gateway is back. */
export const unreadNotices = z.object({
  unread: z.int().check(z.nonnegative(), z.maximum(unreadLimit)),
  outages: z._default(z.array(outage), []),
});

/** `POST /api/notices/read`. Without `ids` it marks all notices. */
export const readNoticesBody = z.strictObject({
  ids: z.optional(z.array(z.uuid()).check(z.minLength(1), z.maxLength(100))),
});
