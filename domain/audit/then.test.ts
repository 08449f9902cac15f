import { expect, it } from 'vitest';
import { allNounExamples } from '#test/examples/all-noun-examples.ts';
import { auditNouns } from './nouns.ts';
import { fieldsThen, isToldThen } from './then.ts';

const details = { name: 'Pay', description: '' };
const added = { type: 'BusinessAreaAdded', data: { businessAreaId: 7, details, ...details } };
const changed = {
  type: 'BusinessAreaChanged',
  data: { businessAreaId: 7, from: details, to: { ...details, name: 'Payments' } },
};
const removed = { type: 'BusinessAreaRemoved', data: { businessAreaId: 7 } };

it.each([
  ['as it was added', [added], { name: 'Pay' }],
  ['as it was changed', [added, changed], { name: 'Payments' }],
  ['not there any more', [added, changed, removed], null],
  ['not there yet', [], null],
])('a thing is %s', (_what, events, then) => {
  expect(fieldsThen('business-area', events)).toEqual(then);
});

it('what has no fields is not shown', () => {
  expect(fieldsThen('sign-in', [])).toBeNull();
});

it('the first event of each noun that is shown gives fields, and none has a secret', () => {
  const nouns = auditNouns.filter(isToldThen);
  expect(nouns.length).toBe(10);
  for (const noun of nouns) {
    const { events, decider } = allNounExamples.find((examples) => examples.decider.noun === noun) ?? {};
    const [type = '', data = {}] = Object.entries(events ?? {})[0] ?? [];
    expect(decider, noun).toBeDefined();
    const fields = fieldsThen(noun, [{ type, data }]);
    expect(Object.keys(fields ?? {}), noun).not.toEqual([]);
    expect(JSON.stringify(fields), noun).not.toMatch(/secretId|sealed|email/);
  }
});
