import * as z from 'zod/mini';
import { environmentSchema } from '../core/environment.ts';
import { idSchema } from '../core/id.ts';
import { growingListParameters, growingPageOf } from '../core/list.ts';
import { atMost, requiredText } from '../core/required-text.ts';
import { roleSchema } from '../core/role.ts';
import { decidedTogether, reviewReasonLimit } from './limits.ts';
import { reviewLineKinds, reviewVerdicts } from './review-round.ts';

/** `POST /api/review-rounds`. @property dueOn `YYYY-MM-DD`: the last day, in UTC. */
export const startReviewBody = z.strictObject({
  dueOn: z.iso.date('review-round.due-required'),
});
export const reviewStarted = z.object({ id: idSchema, lines: z.int(), position: z.string() });

export const reviewRoundStates = ['open', 'closed'] as const;

/** `GET /api/review-rounds`. */
export const reviewRoundListQuery = z.extend(
  growingListParameters(['startedAt', 'dueAt'], { sort: 'startedAt', order: 'desc' }),
  { state: z.optional(z.enum(reviewRoundStates)) },
);
export type ReviewRoundListQuery = z.output<typeof reviewRoundListQuery>;

const count = z.int().check(z.minimum(0));

/**
 * A round, as its reader sees it: with the lines of their own organization only, or all.
 *
 * @property organization whose lines are reviewed. Null: those of all organizations.
 * @property closedBy     '' for the portal: everything was decided.
 */
const reviewRoundRow = z.object({
  id: idSchema,
  organization: z.nullable(z.object({ id: idSchema, name: z.string() })),
  startedAt: z.string(),
  startedBy: z.string(),
  dueAt: z.string(),
  closedAt: z.nullable(z.string()),
  closedBy: z.string(),
  lines: count,
  kept: count,
  revoked: count,
  ended: count,
});
export type ReviewRoundRow = z.output<typeof reviewRoundRow>;
export const reviewRoundPage = growingPageOf('rounds', reviewRoundRow);

/** @property waiting how many lines the reader may decide. @property mayClose whether the reader may close it. */
export const reviewRoundDetail = z.extend(reviewRoundRow, { waiting: count, mayClose: z.boolean() });
export type ReviewRoundDetail = z.output<typeof reviewRoundDetail>;

export const reviewLineStates = ['open', ...reviewVerdicts] as const;

/** `GET /api/review-round/{id}/lines`. @property unused only what nobody used for 90 days. @property mine what the reader may decide. */
export const reviewLineListQuery = z.extend(
  growingListParameters(['idleSince', 'name', 'organizationName', 'kind', 'givenAt'], {
    sort: 'idleSince',
    order: 'asc',
  }),
  {
    search: z._default(z.string().check(z.trim(), atMost(200)), ''),
    kind: z.optional(z.enum(reviewLineKinds)),
    state: z.optional(z.enum(reviewLineStates)),
    unused: z.optional(z.enum(['yes'])),
    mine: z.optional(z.enum(['yes'])),
  },
);
export type ReviewLineListQuery = z.output<typeof reviewLineListQuery>;

/**
 * @property name      of the API or event category, or of the person with the role.
 * @property nickname  of a key; else ''.
 * @property lastUsed  null: never used, or nobody measures it (event categories).
 * @property unused    for 90 days before the round began.
 * @property verdict   null: nobody has decided.
 * @property decidedBy '' when nobody did: also of what ended by itself.
 * @property decidable whether the reader may decide it now.
 */
const reviewLineRow = z.object({
  id: z.string(),
  line: z.int(),
  kind: z.enum(reviewLineKinds),
  name: z.string(),
  nickname: z.string(),
  role: z.nullable(roleSchema),
  environment: z.nullable(environmentSchema),
  organizationId: idSchema,
  organizationName: z.string(),
  givenAt: z.string(),
  lastUsed: z.nullable(z.string()),
  measured: z.boolean(),
  unused: z.boolean(),
  verdict: z.nullable(z.enum(reviewVerdicts)),
  reason: z.string(),
  decidedBy: z.string(),
  decidedAt: z.nullable(z.string()),
  decidable: z.boolean(),
});
export type ReviewLineRow = z.output<typeof reviewLineRow>;
export const reviewLinePage = growingPageOf('lines', reviewLineRow);

/** `POST /api/review-round/{id}/decisions`: many lines with one reason. */
export const decideLinesBody = z.strictObject({
  lines: z
    .array(z.int().check(z.positive(), z.maximum(2_147_483_647)))
    .check(z.minLength(1), z.maxLength(decidedTogether)),
  verdict: z.enum(['kept', 'revoked']),
  reason: requiredText(reviewReasonLimit, 'review-round.reason-required'),
});

/** @property left lines that stay as they are, each with the reason. @property closed whether nothing waits any more. */
export const linesDecided = z.object({
  decided: z.array(z.int()),
  left: z.array(z.object({ line: z.int(), code: z.string() })),
  closed: z.boolean(),
  position: z.string(),
});
export const reviewClosed = z.object({ entityId: idSchema, position: z.string() });
