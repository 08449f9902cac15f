import { describe, expect, it } from 'vitest';
import { given } from '../core/specification.ts';
import type { Answer } from '../difference/difference.ts';
import { kafkaDifferenceDecider } from './decider.ts';
import type { FoundKafkaDifference, KafkaDifferenceEvent, KafkaLoss } from './kafka-difference.ts';

const subject = {
  noun: 'event-topic',
  id: 4,
  kafkaEnvId: 1,
  objectId: 'settings',
  label: 'settings',
  name: 'orders',
  form: 'changed',
} as const;
const found: FoundKafkaDifference = {
  ...subject,
  fields: [{ field: 'retention.ms', applied: '1', held: '2' }],
  digest: 'one',
  intactAt: '2026-11-28T08:00:00.000Z',
  isAdoptable: true,
  isReappliable: true,
};
const operationId = '0b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8';
const seen = (changes: Partial<FoundKafkaDifference> = {}): KafkaDifferenceEvent => ({
  type: 'KafkaDifferenceFound',
  data: { ...found, ...changes },
});
const report = (digest = 'one') => ({ type: 'ReportDifference', data: { ...found, digest } }) as const;
const answer = (how: Answer) =>
  ({ type: 'AnswerDifference', data: { operationId, digest: 'one', reason: 'on purpose', answer: how } }) as const;
const codeOf = (past: readonly KafkaDifferenceEvent[], how: Answer) => {
  const decided = given(kafkaDifferenceDecider, past).when(answer(how));
  return 'problems' in decided ? decided.problems[0].code : decided[0]?.type;
};

describe('a difference at Kafka', () => {
  it('has the rules of those at gateways: told once, answered, ignored until it changes', () => {
    const request = { ...subject, operationId, digest: 'one', reason: 'on purpose' };
    const asked: KafkaDifferenceEvent = { type: 'KafkaDifferenceIgnoreRequested', data: request };
    const ignored: KafkaDifferenceEvent = { type: 'KafkaDifferenceIgnored', data: { ...subject, operationId } };
    expect(given(kafkaDifferenceDecider, []).when(report())).toEqual([seen()]);
    expect(given(kafkaDifferenceDecider, [seen()]).when(report())).toEqual([]);
    expect(given(kafkaDifferenceDecider, [seen()]).when(answer('ignore'))).toEqual([asked]);
    const confirm = { type: 'ConfirmAnswer', data: { operationId } } as const;
    expect(given(kafkaDifferenceDecider, [seen(), asked]).when(confirm)).toEqual([ignored]);
    expect(given(kafkaDifferenceDecider, [seen(), asked, ignored]).when(report())).toEqual([]);
    expect(given(kafkaDifferenceDecider, [seen(), asked, ignored]).when(report('two'))).toEqual([
      seen({ digest: 'two' }),
    ]);
  });

  it.each([
    [
      'a right of a stranger is removed',
      { form: 'added', isAdoptable: false },
      'reapply',
      'KafkaDifferenceReapplyRequested',
    ],
    ['and not adopted', { form: 'added', isAdoptable: false }, 'adopt', 'difference.not-in-form'],
    ['partitions are not taken away', { isReappliable: false }, 'reapply', 'difference.not-reappliable'],
    ['but adopted', { isReappliable: false }, 'adopt', 'KafkaDifferenceAdoptionRequested'],
    [
      "somebody else's topic is not replaced",
      { form: 'foreign', isReappliable: false },
      'reapply',
      'difference.foreign',
    ],
    ['but adopted', { form: 'foreign', isReappliable: false }, 'adopt', 'KafkaDifferenceAdoptionRequested'],
  ] as const)('%s', (_what, changes, how, expected) => {
    expect(codeOf([seen(changes)], how)).toBe(expected);
  });
});

describe('what weakens protection', () => {
  const loss: KafkaLoss = { ...subject, form: 'added', fields: [], intactAt: null, operationId };
  const lost: KafkaDifferenceEvent = { type: 'KafkaProtectionLost', data: loss };
  const back: KafkaDifferenceEvent = {
    type: 'KafkaProtectionPutBack',
    data: { ...subject, form: 'added', operationId },
  };
  const reportLoss = { type: 'ReportKafkaLoss', data: loss } as const;
  const confirm = (id = operationId) => ({ type: 'ConfirmKafkaPutBack', data: { operationId: id } }) as const;

  it('is put back at once, once, and again when it comes back', () => {
    expect(given(kafkaDifferenceDecider, []).when(reportLoss)).toEqual([lost]);
    expect(given(kafkaDifferenceDecider, [lost]).when(reportLoss)).toEqual([]);
    expect(given(kafkaDifferenceDecider, [lost]).when(confirm('another'))).toEqual([]);
    expect(given(kafkaDifferenceDecider, [lost]).when(confirm())).toEqual([back]);
    expect(given(kafkaDifferenceDecider, [lost, back]).when(reportLoss)).toEqual([lost]);
  });

  it('waits for no answer', () => {
    for (const how of ['reapply', 'adopt', 'ignore'] as const) expect(codeOf([lost], how)).toBe('difference.gone');
  });
});
