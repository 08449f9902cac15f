import type { Decider, Decision } from '../core/decider.ts';
import { dueWarning } from '../core/due-warning.ts';
import { notFound, refuse } from '../core/problem.ts';
import { listedTogether, reviewReminderDays } from './limits.ts';
import type {
  KnownLine,
  KnownReviewRound,
  ReviewLine,
  ReviewRound,
  ReviewRoundCommand,
  ReviewRoundEvent,
  ReviewVerdict,
} from './review-round.ts';
import { isOfCompany, isOwnRole } from './who-decides.ts';

/** Why a line can't be decided. */
export type ReviewObstacle =
  | 'review-round.no-line'
  | 'review-round.line-decided'
  | 'review-round.line-ended'
  | 'review-round.own-role';

/** The lines of a round and what became of them, by their numbers. */
export type ReviewTable = Readonly<{
  lines: ReadonlyMap<number, KnownLine>;
  verdicts: ReadonlyMap<number, ReviewVerdict>;
}>;

const verdictsOf = (newest: KnownReviewRound['judged']): ReadonlyMap<number, ReviewVerdict> => {
  const verdicts = new Map<number, ReviewVerdict>();
  for (let judged = newest; judged; judged = judged.before)
    for (const line of judged.lines) verdicts.set(line, judged.verdict);
  return verdicts;
};

export const tableOf = ({ listed, judged }: Pick<KnownReviewRound, 'listed' | 'judged'>): ReviewTable => ({
  lines: new Map(listed.flat().map((line) => [line.line, line])),
  verdicts: verdictsOf(judged),
});

/** Returns why a person can't decide a line of an open round; undefined: they can, if they may. */
export const obstacleOf = (
  { lines, verdicts }: ReviewTable,
  line: number,
  userId: number,
): ReviewObstacle | undefined => {
  const known = lines.get(line);
  if (!known) return 'review-round.no-line';
  const verdict = verdicts.get(line);
  if (verdict) return verdict === 'ended' ? 'review-round.line-ended' : 'review-round.line-decided';
  return isOwnRole(known, userId) ? 'review-round.own-role' : undefined;
};

/** Returns the organizations whose own administrators decide some of these lines. */
const companiesOf = (lines: Iterable<Pick<ReviewLine, 'kind' | 'role' | 'organizationId'>>): number[] =>
  [...new Set([...lines].filter(isOfCompany).map(({ organizationId }) => organizationId))].sort((a, b) => a - b);

/** Closes the round with the last line. @param count how many lines the events decide. */
const andClose = (
  { reviewRoundId }: KnownReviewRound,
  { lines, verdicts }: ReviewTable,
  events: readonly ReviewRoundEvent[],
  count: number,
): readonly ReviewRoundEvent[] =>
  verdicts.size + count < lines.size
    ? events
    : [...events, { type: 'ReviewRoundClosed', data: { reviewRoundId, closedBy: null, open: 0 } }];

const start = ({
  lines,
  ...data
}: Extract<ReviewRoundCommand, { type: 'StartReview' }>['data']): Decision<ReviewRoundEvent> => {
  if (lines.length === 0) return refuse('conflict', { code: 'review-round.nothing' });
  const { reviewRoundId } = data;
  const started = { ...data, lines: lines.length, organizationIds: companiesOf(lines) };
  return [
    { type: 'ReviewRoundStarted', data: started },
    ...Array.from({ length: Math.ceil(lines.length / listedTogether) }, (_, part) => ({
      type: 'ReviewLinesListed' as const,
      data: { reviewRoundId, lines: lines.slice(part * listedTogether, (part + 1) * listedTogether) },
    })),
  ];
};

type Decide = Extract<ReviewRoundCommand, { type: 'DecideLines' }>['data'];

/** One event for each organization, so that each history has its own part. */
const decideLines = ({ verdict, lines, ...by }: Decide, state: KnownReviewRound): Decision<ReviewRoundEvent> => {
  const table = tableOf(state);
  const decidable = [...new Set(lines)].filter((line) => obstacleOf(table, line, by.decidedBy) === undefined);
  const byOrganization = Map.groupBy(decidable, (line) => table.lines.get(line)?.organizationId ?? 0);
  const events = [...byOrganization].map(
    ([ofOrganization, own]): ReviewRoundEvent => ({
      type: verdict === 'kept' ? 'ReviewLinesKept' : 'ReviewLinesRevoked',
      data: { reviewRoundId: state.reviewRoundId, ofOrganization, lines: own, ...by },
    }),
  );
  return decidable.length === 0 ? [] : andClose(state, table, events, decidable.length);
};

const remind = (now: string, state: KnownReviewRound): Decision<ReviewRoundEvent> => {
  const { reviewRoundId, startedBy, dueAt, told } = state;
  const days = Date.parse(dueAt) <= Date.parse(now) ? 0 : dueWarning(reviewReminderDays, dueAt, now);
  if (days === undefined || (told !== null && told <= days)) return [];
  const { lines, verdicts } = tableOf(state);
  const organizationIds = companiesOf([...lines.values()].filter(({ line }) => !verdicts.has(line)));
  return [
    { type: 'ReviewRoundDue', data: { reviewRoundId, days, dueAt, organizationIds, ...(days === 0 && { startedBy }) } },
  ];
};

const decide = (command: ReviewRoundCommand, state: ReviewRound): Decision<ReviewRoundEvent> => {
  if (command.type === 'StartReview')
    return state.status === 'none' ? start(command.data) : refuse('conflict', { code: 'review-round.exists' });
  if (state.status === 'none') return notFound();
  const { reviewRoundId } = state;
  if (command.type === 'RecordReport') return [{ type: 'ReviewReportMade', data: { reviewRoundId, ...command.data } }];
  const isClosed = state.status === 'closed';
  switch (command.type) {
    case 'DecideLines':
      return isClosed ? refuse('conflict', { code: 'review-round.closed' }) : decideLines(command.data, state);
    case 'EndLines': {
      const table = tableOf(state);
      const lines = [...new Set(command.data.lines)].filter(
        (line) => table.lines.has(line) && !table.verdicts.has(line),
      );
      if (isClosed || lines.length === 0) return [];
      return andClose(state, table, [{ type: 'ReviewLinesEnded', data: { reviewRoundId, lines } }], lines.length);
    }
    case 'RemindOfReview':
      return isClosed ? [] : remind(command.data.now, state);
    case 'CloseReview': {
      if (isClosed) return refuse('conflict', { code: 'review-round.closed' });
      const { lines, verdicts } = tableOf(state);
      const open = lines.size - verdicts.size;
      return [{ type: 'ReviewRoundClosed', data: { reviewRoundId, ...command.data, open } }];
    }
    default:
      return command satisfies never;
  }
};

const judge = (state: KnownReviewRound, lines: readonly number[], verdict: ReviewVerdict): KnownReviewRound => ({
  ...state,
  judged: { lines, verdict, before: state.judged },
});

const evolve = (state: ReviewRound, event: ReviewRoundEvent): ReviewRound => {
  if (event.type === 'ReviewRoundStarted') {
    const { reviewRoundId, organizationId, startedBy, startedAt, dueAt } = event.data;
    const told = dueWarning(reviewReminderDays, dueAt, startedAt) ?? null;
    return { status: 'open', reviewRoundId, organizationId, startedBy, dueAt, told, listed: [], judged: null };
  }
  if (state.status === 'none') return state;
  switch (event.type) {
    case 'ReviewLinesListed': {
      const lines = event.data.lines.map(
        ({ line, kind, organizationId, thingId, role, apiId, eventCategoryId }): KnownLine => {
          return { line, kind, organizationId, thingId, role, apiId, eventCategoryId };
        },
      );
      return { ...state, listed: [...state.listed, lines] };
    }
    case 'ReviewLinesKept':
      return judge(state, event.data.lines, 'kept');
    case 'ReviewLinesRevoked':
      return judge(state, event.data.lines, 'revoked');
    case 'ReviewLinesEnded':
      return judge(state, event.data.lines, 'ended');
    case 'ReviewRoundDue':
      return { ...state, told: event.data.days };
    case 'ReviewRoundClosed':
      return { ...state, status: 'closed' };
    default:
      return state;
  }
};

export const reviewRoundDecider: Decider<ReviewRound, ReviewRoundCommand, ReviewRoundEvent> = {
  noun: 'review-round',
  initialState: { status: 'none' },
  decide,
  evolve,
};
