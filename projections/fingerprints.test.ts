import { expect, test } from 'vitest';
import { eventCatalogue } from '#domain/event-catalogue.ts';
import { allProjections } from './all-projections.ts';
import { fingerprintOf, isChanged, readFingerprints } from './engine/fixture/fingerprint.ts';
import { readGoldenHistories } from './engine/fixture/golden-histories.ts';
import type { Projection } from './engine/projection.ts';

const histories = await readGoldenHistories();
const known = await readFingerprints();

test('golden histories hold every type of event', () => {
  const found = new Set(histories.flat().map(({ type }) => type));
  const missing = Object.keys(eventCatalogue).filter((type) => !found.has(type));
  expect(missing, 'run: npm run golden').toEqual([]);
});

test.each(allProjections.map((projection) => [projection.name, projection as Projection] as const))(
  'a change of %s has a raised version',
  async (name, projection) => {
    const how = `${name} makes other tables or rows than before: raise its version in projections/all-projections.ts, then run: npm run golden`;
    expect(await fingerprintOf(projection, histories), how).toEqual(known[name]);
  },
);

test('a changed table, handler or order of handlers is noticed; a new history is no change', async () => {
  const [catalogue] = allProjections.filter(({ name }) => name === 'catalogue') as readonly Projection[];
  if (!catalogue) throw new Error('there is no catalogue');
  const before = await fingerprintOf(catalogue, histories);
  const changed = async (parts: Projection['parts']) =>
    isChanged(before, await fingerprintOf({ ...catalogue, parts }, histories));
  const { parts } = catalogue;
  expect(await changed(parts)).toBe(false);
  expect(await changed([...parts].reverse())).toBe(true);
  const deaf = parts.map(({ tables, on }) => {
    const { ApiDetailsChanged: _left, ...others } = on;
    return { tables, on: others };
  });
  expect(await changed(deaf)).toBe(true);
  const indexed = parts.map((part) => ({
    ...part,
    tables: part.tables.map((table) => ({ ...table, indexes: ['(id)'] })),
  }));
  expect(await changed(indexed)).toBe(true);
  expect(isChanged(before, await fingerprintOf(catalogue, [...histories, []]))).toBe(false);
});
