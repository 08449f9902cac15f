import { describe, expect, it } from 'vitest';
import { given } from '../core/specification.ts';
import { reviewRoundDecider } from './decider.ts';
import { listedTogether } from './limits.ts';
import type { ReviewLine, ReviewRoundCommand, ReviewRoundEvent } from './review-round.ts';

const none = { name: 'Orders', nickname: '', role: null, apiId: null, eventCategoryId: null, environment: null };
const line = (number: number, more: Partial<ReviewLine> = {}): ReviewLine => ({
  ...{ line: number, kind: 'api-access', organizationId: 2, thingId: 50 + number, ...none, apiId: 7 },
  ...{ givenAt: '2025-01-05T08:00:00.000Z', lastUsed: null, ...more },
});
const lines = [
  line(1),
  line(2, { kind: 'key', organizationId: 3 }),
  line(3, { kind: 'role', organizationId: 4, thingId: 12, role: 'ROLE_AUDITOR', apiId: null }),
  line(4, { kind: 'role', organizationId: 2, thingId: 12, role: 'ROLE_COMPANY_ADMIN', apiId: null }),
];
const round = { reviewRoundId: 9, organizationId: null, startedBy: 1 };
const times = { startedAt: '2026-01-01T08:00:00.000Z', dueAt: '2026-01-31T23:59:59.999Z' };
const start = (some: readonly ReviewLine[]) =>
  ({ type: 'StartReview', data: { ...round, ...times, lines: some } }) satisfies ReviewRoundCommand;
const begun: ReviewRoundEvent[] = [
  { type: 'ReviewRoundStarted', data: { ...round, ...times, lines: 4, organizationIds: [2, 3] } },
  { type: 'ReviewLinesListed', data: { reviewRoundId: 9, lines } },
];
const decide = (verdict: 'kept' | 'revoked', numbers: readonly number[], decidedBy = 20) =>
  ({ type: 'DecideLines', data: { verdict, lines: numbers, decidedBy, reason: 'why' } }) satisfies ReviewRoundCommand;
const decided = (
  type: 'ReviewLinesKept' | 'ReviewLinesRevoked',
  ofOrganization: number,
  numbers: number[],
  decidedBy = 20,
) =>
  ({
    type,
    data: { reviewRoundId: 9, ofOrganization, lines: numbers, decidedBy, reason: 'why' },
  }) satisfies ReviewRoundEvent;
const ended = (numbers: number[]) =>
  ({ type: 'ReviewLinesEnded', data: { reviewRoundId: 9, lines: numbers } }) satisfies ReviewRoundEvent;
const closed = (closedBy: number | null, open: number): ReviewRoundEvent => ({
  type: 'ReviewRoundClosed',
  data: { reviewRoundId: 9, closedBy, open },
});
const when = (history: readonly ReviewRoundEvent[], command: ReviewRoundCommand) =>
  given(reviewRoundDecider, history).when(command);
const refused = (code: string) => ({ refused: 'conflict', problems: [{ code }] });

describe('a review round', () => {
  it('begins once, with all its lines in events of a size that can be read', () => {
    expect(when([], start(lines))).toEqual(begun);
    expect(when(begun, start(lines))).toMatchObject(refused('review-round.exists'));
    const many = Array.from({ length: listedTogether * 2 + 1 }, (_, index) => line(index + 1));
    const [first, ...listed] = when([], start(many)) as ReviewRoundEvent[];
    expect(first).toMatchObject({ type: 'ReviewRoundStarted', data: { lines: many.length } });
    expect(listed.map((event) => (event.type === 'ReviewLinesListed' ? event.data.lines.length : 0))).toEqual([
      listedTogether,
      listedTogether,
      1,
    ]);
  });

  it('asks nobody to decide about nothing', () => {
    expect(when([], start([]))).toMatchObject(refused('review-round.nothing'));
  });

  it('records decisions for each organization, and leaves alone what cannot be decided', () => {
    expect(when(begun, decide('kept', [1, 2, 1, 77]))).toEqual([
      decided('ReviewLinesKept', 2, [1]),
      decided('ReviewLinesKept', 3, [2]),
    ]);
    const later = [...begun, decided('ReviewLinesRevoked', 2, [1]), ended([2])];
    expect(when(later, decide('kept', [1, 2]))).toEqual([]);
  });

  it('lets nobody decide about their own role', () => {
    expect(when(begun, decide('kept', [3, 4], 12))).toEqual([]);
    expect(when(begun, decide('revoked', [1, 3], 12))).toEqual([decided('ReviewLinesRevoked', 2, [1], 12)]);
  });

  it('closes with its last line, whoever decides it or whatever ends it', () => {
    const nearly = [...begun, decided('ReviewLinesKept', 2, [1, 4]), ended([3])];
    expect(when(nearly, decide('revoked', [2]))).toEqual([decided('ReviewLinesRevoked', 3, [2]), closed(null, 0)]);
    expect(when(nearly, { type: 'EndLines', data: { lines: [1, 2, 2] } })).toEqual([ended([2]), closed(null, 0)]);
  });

  it('is closed by an auditor with what nobody decided, and then decides nothing', () => {
    const close = { type: 'CloseReview', data: { closedBy: 1 } } as const;
    const later = [...begun, decided('ReviewLinesKept', 2, [1])];
    expect(when(later, close)).toEqual([closed(1, 3)]);
    const over = [...later, closed(1, 3)];
    expect(when(over, close)).toMatchObject(refused('review-round.closed'));
    expect(when(over, decide('kept', [2]))).toMatchObject(refused('review-round.closed'));
    expect(when(over, { type: 'EndLines', data: { lines: [2] } })).toEqual([]);
    expect(when(over, { type: 'RemindOfReview', data: { now: '2027-01-01T00:00:00.000Z' } })).toEqual([]);
  });

  it('reminds each company 7 days and 1 day before, and when the time is over, once each and only of what waits', () => {
    const remind = (now: string): ReviewRoundCommand => ({ type: 'RemindOfReview', data: { now } });
    const due = (days: 7 | 1 | 0, organizationIds: number[]): ReviewRoundEvent => ({
      type: 'ReviewRoundDue',
      data: { reviewRoundId: 9, days, dueAt: times.dueAt, organizationIds, ...(days === 0 && { startedBy: 1 }) },
    });
    const [early, week, weekToo, day, over] = ['23', '25', '26', '31']
      .map((on) => `2026-01-${on}T23:00:00.000Z`)
      .concat('2026-02-01T00:00:00.000Z');
    expect(when(begun, remind(String(early)))).toEqual([]);
    expect(when(begun, remind(String(week)))).toEqual([due(7, [2, 3])]);
    const told = [...begun, due(7, [2, 3]), decided('ReviewLinesKept', 3, [2])];
    expect(when(told, remind(String(weekToo)))).toEqual([]);
    expect(when(told, remind(String(day)))).toEqual([due(1, [2])]);
    expect(when([...told, due(1, [2])], remind(String(over)))).toEqual([due(0, [2])]);
    expect(when([...told, due(0, [2])], remind('2026-03-01T00:00:00.000Z'))).toEqual([]);
  });

  it('does not remind of a week when it is due sooner from the beginning', () => {
    const soon = { ...times, startedAt: '2026-01-28T08:00:00.000Z' };
    const history: ReviewRoundEvent[] = [
      { type: 'ReviewRoundStarted', data: { ...round, ...soon, lines: 4, organizationIds: [2, 3] } },
      ...begun.slice(1),
    ];
    expect(when(history, { type: 'RemindOfReview', data: { now: '2026-01-28T09:00:00.000Z' } })).toEqual([]);
  });

  it('records its reports, also when it is over', () => {
    const report = { madeBy: 1, ofOrganization: null, lines: 4, manifest: 'a'.repeat(64) };
    for (const history of [begun, [...begun, closed(1, 4)]])
      expect(when(history, { type: 'RecordReport', data: report })).toEqual([
        { type: 'ReviewReportMade', data: { reviewRoundId: 9, ...report } },
      ]);
  });

  it('does not exist before it begins', () => {
    for (const command of [decide('kept', [1]), { type: 'CloseReview', data: { closedBy: 1 } } as const])
      expect(when([], command)).toMatchObject({ refused: 'not-found' });
  });
});
