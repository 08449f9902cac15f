import { expect, it } from 'vitest';
import { allNounExamples } from '#test/examples/all-noun-examples.ts';
import { eventCatalogue } from '../event-catalogue.ts';
import { historyTypes } from '../history/history.ts';
import { ownHistories } from '../history/own-histories.ts';
import { actOf, withoutEntry } from './acts.ts';
import { type AuditNoun, auditNouns, nounOf } from './nouns.ts';

it('every event type has an entry, or a reason why it has none', () => {
  const listed = [...Object.keys(actOf), ...Object.keys(withoutEntry)];
  expect(listed.toSorted()).toEqual(Object.keys(eventCatalogue).toSorted());
});

it("the entries of the things' own histories are entries of the audit", () => {
  const own = [...historyTypes, ...Object.values(ownHistories).flatMap(({ kinds }) => Object.keys(kinds))];
  expect(own.filter((type) => !Object.hasOwn(actOf, type))).toEqual([]);
});

it('the nouns of the filter are those that have entries', () => {
  const nouns = allNounExamples.map(({ decider }) => decider.noun);
  const withEntries = allNounExamples
    .filter(({ events }) => Object.keys(events).some((type) => Object.hasOwn(actOf, type)))
    .map(({ decider }) => decider.noun);
  expect(withEntries.filter((noun) => !(auditNouns as readonly string[]).includes(noun))).toEqual([]);
  expect(auditNouns.filter((noun) => !nouns.includes(noun))).toEqual([]);
});

it.each([
  ['api', '7'],
  ['access', '7-6'],
  ['gateway-object', '1-0b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8'],
  ['operation', '0b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8'],
  ['kafka-difference', 'event-topic-7-settings'],
  ['kafka-difference', 'event-subscription-7-rights'],
  ['event-topic', '7'],
  ['kafka-rights', '3'],
  ['setup', 'portal'],
  ['suspension', '0b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8'],
])('a stream of the noun %s has the id %s', (noun, id) => {
  expect(nounOf(`${noun}-${id}`)).toBe(noun);
});

it('the stream of each noun with entries is of that noun', () => {
  for (const { decider } of allNounExamples.filter(({ decider: { noun } }) => auditNouns.includes(noun as AuditNoun)))
    expect(nounOf(`${decider.noun}-7`)).toBe(decider.noun);
});
