import { describe, expect, it } from 'vitest';
import { given } from '../core/specification.ts';
import { differenceDecider } from './decider.ts';
import { type Answer, type DifferenceEvent, differenceEvents, type FoundDifference } from './difference.ts';

const subject = { deploymentId: 4, apiId: 3, gatewayId: 1, objectId: 'a', label: 'service', form: 'changed' } as const;
const found: FoundDifference = {
  ...subject,
  kind: 'service',
  name: 'orders-dev',
  fields: [{ field: 'host', applied: 'orders.example', held: 'elsewhere.example' }],
  digest: 'one',
  intactAt: '2026-11-28T08:00:00.000Z',
  writtenAt: '2026-11-28T08:00:10.000Z',
  isAdoptable: true,
};
const operationId = '0b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8';
const seen = (changes: Partial<FoundDifference> = {}): DifferenceEvent => ({
  type: 'DifferenceFound',
  data: { ...found, ...changes },
});
const asked = { operationId, digest: 'one', reason: 'moved on purpose' };
const requested: DifferenceEvent = { type: 'DifferenceIgnoreRequested', data: { ...subject, ...asked } };
const outcome = { ...subject, operationId };
const ignored: DifferenceEvent = { type: 'DifferenceIgnored', data: outcome };
const report = (changes: Partial<FoundDifference> = {}) =>
  ({ type: 'ReportDifference', data: { ...found, ...changes } }) as const;
const answer = (how: Answer, digest = 'one') =>
  ({ type: 'AnswerDifference', data: { ...asked, digest, answer: how } }) as const;

describe('what a look finds', () => {
  it('is told once, and again when it is another difference', () => {
    expect(given(differenceDecider, []).when(report())).toEqual([seen()]);
    expect(given(differenceDecider, [seen()]).when(report())).toEqual([]);
    expect(given(differenceDecider, [seen()]).when(report({ digest: 'two' }))).toEqual([seen({ digest: 'two' })]);
  });

  it('stays ignored until it changes again', () => {
    const past = [seen(), requested, ignored];
    expect(given(differenceDecider, past).when(report())).toEqual([]);
    expect(given(differenceDecider, past).when(report({ digest: 'two' }))).toEqual([seen({ digest: 'two' })]);
  });

  it('is gone when the object is as it was applied, ignored or not; an answer under way ends by itself', () => {
    const withdraw = { type: 'WithdrawDifference', data: {} } as const;
    const gone = { type: 'DifferenceGone', data: subject };
    expect(given(differenceDecider, [seen()]).when(withdraw)).toEqual([gone]);
    expect(given(differenceDecider, [seen(), requested, ignored]).when(withdraw)).toEqual([gone]);
    expect(given(differenceDecider, [seen(), requested]).when(withdraw)).toEqual([]);
    expect(given(differenceDecider, []).when(withdraw)).toEqual([]);
  });
});

describe('an answer', () => {
  it.each([
    ['reapply', 'DifferenceReapplyRequested', 'DifferenceReapplied'],
    ['adopt', 'DifferenceAdoptionRequested', 'DifferenceAdopted'],
    ['ignore', 'DifferenceIgnoreRequested', 'DifferenceIgnored'],
  ] as const)('%s is requested with its reason and confirmed', (how, request, done) => {
    const data = { ...subject, ...asked };
    expect(given(differenceDecider, [seen()]).when(answer(how))).toEqual([{ type: request, data }]);
    const past = [seen(), { type: request, data }] as const;
    const confirm = { type: 'ConfirmAnswer', data: { operationId } } as const;
    expect(given(differenceDecider, past).when(confirm)).toEqual([{ type: done, data: outcome }]);
    expect(given(differenceDecider, past).when({ ...confirm, data: { operationId: 'another' } })).toEqual([]);
  });

  it('can be another one later for what is ignored', () => {
    const past = [seen(), requested, ignored];
    expect(given(differenceDecider, past).when(answer('reapply'))).toHaveLength(1);
    expect(given(differenceDecider, past).when(answer('ignore'))).toMatchObject({
      problems: [{ code: 'difference.ignored' }],
    });
  });

  it('is about the difference that the person saw, and one at a time', () => {
    const codeOf = (past: readonly DifferenceEvent[], how: Answer, digest?: string) => {
      const decided = given(differenceDecider, past).when(answer(how, digest));
      return 'problems' in decided ? decided.problems[0].code : decided;
    };
    expect(codeOf([seen()], 'ignore', 'two')).toBe('difference.changed');
    expect(codeOf([], 'ignore')).toBe('difference.gone');
    expect(codeOf([seen(), requested], 'reapply')).toBe('difference.under-way');
    expect(codeOf([seen({ isAdoptable: false })], 'adopt')).toBe('difference.not-in-form');
  });

  it("removes somebody else's object or leaves it alone, and never makes it its own", () => {
    const past = [seen({ form: 'foreign', isAdoptable: false })];
    expect(given(differenceDecider, past).when(answer('adopt'))).toMatchObject({
      problems: [{ code: 'difference.foreign' }],
    });
    for (const how of ['reapply', 'ignore'] as const)
      expect(given(differenceDecider, past).when(answer(how))).toMatchObject([{ data: { form: 'foreign' } }]);
    const { writtenAs } = differenceEvents.DifferenceReapplyRequested;
    expect([writtenAs?.({ form: 'foreign' }), writtenAs?.({ form: 'added' })]).toEqual([2, 1]);
  });

  it('that failed leaves the difference open', () => {
    const failed: DifferenceEvent = { type: 'DifferenceAnswerFailed', data: outcome };
    expect(given(differenceDecider, [seen(), requested]).when({ type: 'FailAnswer', data: { operationId } })).toEqual([
      failed,
    ]);
    expect(given(differenceDecider, [seen(), requested, failed]).when(answer('adopt'))).toHaveLength(1);
  });
});
