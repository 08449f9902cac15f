import * as z from 'zod/mini';
import { clockAudiences } from '../clock/kinds.ts';
import { listParameters, pageOf } from '../core/list.ts';
import { atMost } from '../core/required-text.ts';

/** What waits for a decision (docs/product/inbox.md). A kind is registered in `bff/inbox/kinds.ts`, too. */
export const inboxKinds = ['access', 'registration', 'deletion', 'drift', 'approval', 'review'] as const;
export type InboxKind = (typeof inboxKinds)[number];

/** Rows on a page. */
export const inboxPageSize = 20;

/** `GET /api/inbox`. @property due `over`: only what should have been decided by now. */
export const inboxQuery = z.extend(
  listParameters(['since', 'due', 'kind', 'subject', 'asker'], { sort: 'since', order: 'asc' }),
  {
    search: z._default(z.string().check(atMost(200)), ''),
    kind: z.optional(z.enum(inboxKinds)),
    due: z.optional(z.enum(['over'])),
  },
);
export type InboxQuery = z.output<typeof inboxQuery>;

/**
 * One thing that waits for the reader.
 *
 * @property id           kind and key: `access-12`.
 * @property key          its id among those of its kind.
 * @property type         what it is about, where a kind has several: `api` or `event` of access.
 * @property subject      what it is about: an API, an address, an organization, an object of a gateway.
 * @property detail       what tells it apart: whose API, which deployment; else ''.
 * @property asker        who asks. '': the portal found it.
 * @property organization for whom they ask, or whose thing it is; else ''.
 * @property reason       as they wrote it.
 * @property due          when it should be decided. `overdue`: that time is over.
 */
const inboxRow = z.object({
  id: z.string(),
  kind: z.enum(inboxKinds),
  key: z.string(),
  type: z.string(),
  subject: z.string(),
  detail: z.string(),
  asker: z.string(),
  organization: z.string(),
  reason: z.string(),
  since: z.string(),
  due: z.string(),
  overdue: z.boolean(),
  /** When it went on to others because its time was over, and to whom. Null: it did not. Older processes do not send it. */
  escalatedAt: z._default(z.nullable(z.string()), null),
  escalatedTo: z._default(z.array(z.enum(clockAudiences)), []),
  /** Of drift: tells what the reader sees here. An answer to anything else is refused. Older processes do not send it. */
  seen: z._default(z.string(), ''),
});
export type InboxRow = z.output<typeof inboxRow>;

export const inboxPage = pageOf('waiting', inboxRow);
export type InboxPage = z.output<typeof inboxPage>;

/** `GET /api/inbox/count`. */
export const inboxCount = z.object({ waiting: z.int(), overdue: z.int() });
