import { expect, it } from 'vitest';
import { eventCatalogue } from '../event-catalogue.ts';
import { historyPlaces } from './history.ts';

it('every event that names an API has a place in the history of that API', () => {
  const aboutApis = Object.entries(eventCatalogue).filter(([, { schema }]) => 'apiId' in schema.shape);
  expect(aboutApis.length).toBeGreaterThan(15);
  expect(aboutApis.map(([type]) => type).filter((type) => !Object.hasOwn(historyPlaces, type))).toEqual([]);
});

it('the history names no event that the catalogue does not know', () => {
  expect(Object.keys(historyPlaces).filter((type) => !Object.hasOwn(eventCatalogue, type))).toEqual([]);
});
