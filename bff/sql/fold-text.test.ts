import { afterAll, beforeAll, expect, test } from 'vitest';
import { foldText } from '#domain/core/fold-text.ts';
import { startTestDatabase, type TestDatabase } from '#test/postgres/postgres.ts';
import { fc } from '#test/runner/chance.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.close());

const inPostgres = async (texts: readonly string[]): Promise<string[]> =>
  (
    await database.pool.query<{ folded: string }>(
      'select fold_text(given.text) as folded from unnest($1::text[]) with ordinality as given (text, place) order by place',
      [texts],
    )
  ).rows.map(({ folded }) => folded);

test.each([
  ['Änne', 'anne'],
  ['ŁUKASZ', 'lukasz'],
  ['Straße', 'strasse'],
  ['ØRSTED Æbler', 'orsted aebler'],
  ['İstanbul ılık', 'istanbul ilik'],
  ['ΟΔΟΣ', 'οδοσ'],
  ['Ёлка', 'елка'],
  ['שָׁלוֹם', 'שלום'],
  ['東京', '東京'],
  ['ＡＢＣ', 'abc'],
  ['Zoë\u0308 cafe\u0301', 'zoe cafe'],
])('%s is looked for as %s', async (text, folded) => {
  expect(foldText(text)).toBe(folded);
  expect(await inPostgres([text])).toEqual([folded]);
});

/** Scripts whose letters have had the same case since the Unicode version of any ICU in use. */
const letters = fc.oneof(
  ...[
    [0x20, 0x24f],
    [0x1e00, 0x1eff],
    [0x370, 0x3ff],
    [0x400, 0x52f],
    [0x591, 0x5ea],
    [0x621, 0x670],
    [0x4e00, 0x4fff],
    [0xac00, 0xad00],
  ].map(([min = 0, max = 0]) => fc.integer({ min, max }).map((code) => String.fromCodePoint(code))),
);

test('what is searched is folded as what is found', async () => {
  const texts = fc.array(fc.string({ unit: letters, maxLength: 30 }), { minLength: 50, maxLength: 50 });
  await fc.assert(
    fc.asyncProperty(texts, async (some) => {
      expect(await inPostgres(some)).toEqual(some.map(foldText));
    }),
    { numRuns: 40 },
  );
});

test('lists are sorted by ICU, whatever the locale of the database', async () => {
  const { rows } = await database.pool.query<{ name: string }>(
    `select name from unnest(array['Zoe', 'Łukasz', 'Änne', 'anna', 'Lars', 'Anton']) as name
     order by fold_text(name) collate "und-x-icu"`,
  );
  expect(rows.map(({ name }) => name)).toEqual(['anna', 'Änne', 'Anton', 'Lars', 'Łukasz', 'Zoe']);
});
