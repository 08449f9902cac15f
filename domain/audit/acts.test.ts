import { expect, it } from 'vitest';
import { allNounExamples } from '#test/examples/all-noun-examples.ts';
import { eventCatalogue } from '../event-catalogue.ts';
import { historyTypes } from '../history/history.ts';
import { ownHistories } from '../history/own-histories.ts';
import { actOf, withoutEntry } from './acts.ts';
import { auditNouns } from './nouns.ts';

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
