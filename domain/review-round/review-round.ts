import * as z from 'zod/mini';
import type { Command } from '../core/decider.ts';
import { environmentSchema } from '../core/environment.ts';
import { type EventsOf, event } from '../core/event.ts';
import { idSchema } from '../core/id.ts';
import { roleSchema } from '../core/role.ts';
import { reviewReminderDays } from './limits.ts';

/** What is reviewed: access of an organization to an API or an event category, an organization's key, a person's role. */
export const reviewLineKinds = ['api-access', 'event-access', 'key', 'role'] as const;
export type ReviewLineKind = (typeof reviewLineKinds)[number];

/**
 * A line as it stood when the round began.
 *
 * @property organizationId whose access or key it is, or who the person with the role belongs to.
 * @property thingId        the grant, the key, or the person.
 * @property name           of the API or event category; '' for a role.
 * @property nickname       of a key; else ''.
 * @property lastUsed       the last call, or the person's last sign-in. Null: never, or nobody measures it.
 */
const line = z.object({
  line: z.int().check(z.positive()),
  kind: z.enum(reviewLineKinds),
  organizationId: idSchema,
  thingId: idSchema,
  name: z.string(),
  nickname: z.string(),
  role: z.nullable(roleSchema),
  apiId: z.nullable(idSchema),
  eventCategoryId: z.nullable(idSchema),
  environment: z.nullable(environmentSchema),
  givenAt: z.iso.datetime(),
  lastUsed: z.nullable(z.iso.datetime()),
});
export type ReviewLine = z.output<typeof line>;

const reviewRoundId = idSchema;
const lineNumbers = z.array(z.int().check(z.positive()));
const decided = z.object({
  reviewRoundId,
  ofOrganization: idSchema,
  lines: lineNumbers,
  decidedBy: idSchema,
  reason: z.string(),
});
/** The reason can name somebody. */
const personal = {
  personal: { fields: ['reason'], subject: ({ decidedBy }: Record<string, unknown>) => Number(decidedBy) },
};

/**
 * A round in which people confirm who may still do what. All lines are in its first events, so that a report of it needs no other
 * stream.
 */
export const reviewRoundEvents = {
  /**
   * @property organizationId  whose lines are reviewed. Null: those of all organizations.
   * @property lines           how many there are. The next events have them.
   * @property organizationIds the organizations whose own administrators decide some of them.
   */
  ReviewRoundStarted: event(
    z.object({
      reviewRoundId,
      organizationId: z.nullable(idSchema),
      startedBy: idSchema,
      startedAt: z.iso.datetime(),
      dueAt: z.iso.datetime(),
      lines: z.int().check(z.positive()),
      organizationIds: z.array(idSchema),
    }),
  ),
  ReviewLinesListed: event(z.object({ reviewRoundId, lines: z.array(line) })),
  /** Lines of one organization. */
  ReviewLinesKept: event(decided, personal),
  /** Recorded after each of them was revoked by its own command. */
  ReviewLinesRevoked: event(decided, personal),
  /** They ended for another reason while the round was open. */
  ReviewLinesEnded: event(z.object({ reviewRoundId, lines: lineNumbers })),
  /**
   * Something waits although the round is due soon, or was due (0 days).
   *
   * @property organizationIds as above, of what waits.
   * @property startedBy       whoever started the round, who hears that it was due. Undefined: it is not over yet.
   */
  ReviewRoundDue: event(
    z.object({
      reviewRoundId,
      days: z.union(reviewReminderDays.map((days) => z.literal(days))),
      dueAt: z.iso.datetime(),
      organizationIds: z.array(idSchema),
      startedBy: z.optional(idSchema),
    }),
  ),
  /** @property closedBy an auditor. Null: nothing waited any more. @property open how many lines nobody decided. */
  ReviewRoundClosed: event(
    z.object({ reviewRoundId, closedBy: z.nullable(idSchema), open: z.int().check(z.minimum(0)) }),
  ),
  /**
   * Recorded before the manifest is sent.
   *
   * @property ofOrganization whose lines are in it. Null: all.
   * @property manifest       its SHA-256 in hex. It has the hashes of the files.
   */
  ReviewReportMade: event(
    z.object({
      reviewRoundId,
      madeBy: idSchema,
      ofOrganization: z.nullable(idSchema),
      lines: z.int().check(z.minimum(0)),
      manifest: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
    }),
  ),
};

export type ReviewRoundEvent = EventsOf<typeof reviewRoundEvents>;
type DataOf<Type extends ReviewRoundEvent['type']> = Extract<ReviewRoundEvent, { type: Type }>['data'];

/** What became of a line. */
export const reviewVerdicts = ['kept', 'revoked', 'ended'] as const;
export type ReviewVerdict = (typeof reviewVerdicts)[number];

export type ReviewRoundCommand =
  | Command<
      'StartReview',
      Omit<DataOf<'ReviewRoundStarted'>, 'lines' | 'organizationIds'> & { lines: readonly ReviewLine[] }
    >
  /** Decides those of the lines that can be decided (`obstacleOf`). The others stay as they are. */
  | Command<'DecideLines', { verdict: 'kept' | 'revoked'; lines: readonly number[]; decidedBy: number; reason: string }>
  | Command<'EndLines', { lines: readonly number[] }>
  /** @property now ISO time. */
  | Command<'RemindOfReview', { now: string }>
  | Command<'CloseReview', { closedBy: number }>
  | Command<'RecordReport', Omit<DataOf<'ReviewReportMade'>, 'reviewRoundId'>>;

/** What rules know of a line. */
export type KnownLine = Pick<
  ReviewLine,
  'line' | 'kind' | 'organizationId' | 'thingId' | 'role' | 'apiId' | 'eventCategoryId'
>;

/** The newest decision, and those before it. */
type Judged = Readonly<{ lines: readonly number[]; verdict: ReviewVerdict; before: Judged | null }>;

/**
 * The lines and verdicts are as the events had them: a round with thousands of decisions copies no table for each of them.
 *
 * @property told the last reminder. Null: none yet. A round that is due soon from the beginning begins with it.
 */
export type KnownReviewRound = Readonly<{
  status: 'open' | 'closed';
  reviewRoundId: number;
  organizationId: number | null;
  startedBy: number;
  dueAt: string;
  told: (typeof reviewReminderDays)[number] | null;
  listed: readonly (readonly KnownLine[])[];
  judged: Judged | null;
}>;
export type ReviewRound = Readonly<{ status: 'none' }> | KnownReviewRound;
