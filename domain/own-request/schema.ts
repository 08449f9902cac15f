import * as z from 'zod/mini';
import { idSchema } from '../core/id.ts';
import { growingListParameters, growingPageOf } from '../core/list.ts';
import { operationKinds } from '../operation-kinds/operation-kinds.ts';

/** What a person can request: access to an API or event category, help with an issue, or an operation. */
export const ownRequestKinds = ['access', 'issue', 'operation'] as const;
export type OwnRequestKind = (typeof ownRequestKinds)[number];

/** States of a request. */
const ownRequestStates = [
  'waiting',
  'approved',
  'denied',
  'revoked',
  'running',
  'done',
  'failed',
  'replaced',
  'cancelled',
  'open',
  'closed',
] as const;
export type OwnRequestState = (typeof ownRequestStates)[number];

export const ownRequestListQuery = z.extend(
  growingListParameters(['requestedAt', 'changedAt'], {
    sort: 'requestedAt',
    order: 'desc',
  }),
  { kind: z.optional(z.enum(ownRequestKinds)) },
);
export type OwnRequestListQuery = z.output<typeof ownRequestListQuery>;
export const ownRequestPageSize = 20;

const ownRequestRow = z.object({
  /** Kind and id, `access-12`. */
  id: z.string(),
  kind: z.enum(ownRequestKinds),
  state: z.enum(ownRequestStates),
  /** Only for an operation. */
  operation: z.nullable(z.object({ id: z.uuid(), kind: z.enum(operationKinds) })),
  api: z.nullable(z.object({ id: idSchema, name: z.string(), deleted: z.boolean() })),
  /** Older processes do not send it. */
  eventCategory: z.optional(z.nullable(z.object({ id: idSchema, name: z.string(), deleted: z.boolean() }))),
  /** An issue's title or an operation's label. */
  subject: z.string(),
  /** The reviewer's note. */
  note: z.string(),
  requestedAt: z.string(),
  /** The time of the last change of state. */
  changedAt: z.string(),
});
export type OwnRequestRow = z.output<typeof ownRequestRow>;

/** `GET /api/my-requests`. */
export const ownRequestPage = growingPageOf('requests', ownRequestRow);
