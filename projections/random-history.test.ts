import { expect, test } from 'vitest';
import { eventCatalogue, type PorticoEvent } from '#domain/event-catalogue.ts';
import { fc } from '#test/runner/chance.ts';
import { anyHistory } from './engine/fixture/random-history.ts';

/** What no random history has, and why. */
const leftOut: Partial<Record<PorticoEvent['type'], string>> = {};

test('random histories often have each event of the catalogue, except those that are left out with a reason', () => {
  // The same histories in every run, so that this says the same each time.
  const histories = fc.sample(anyHistory, { seed: 10, numRuns: 100 });
  const sets = histories.map((history) => new Set(history.flatMap(({ events }) => events.map(({ type }) => type))));
  const types = Object.keys(eventCatalogue) as PorticoEvent['type'][];
  const rare = types.filter((type) => sets.filter((found) => found.has(type)).length < 5);
  expect(rare.sort()).toEqual(Object.keys(leftOut).sort());
});
