import { expect, test } from 'vitest';
import { inTransaction } from '#platform/database.ts';
import { startTestDatabase } from '#test/postgres/postgres.ts';
import { fc } from '#test/runner/chance.ts';
import { array, boolean, integer, jsonb, nullable, text, timestamptz } from './column.ts';
import { createStatements, type Row, table } from './table.ts';
import { writeRows } from './write-rows.ts';

const samples = table('samples', {
  key: ['id'],
  columns: {
    id: integer(),
    words: nullable(text()),
    list: nullable(array(text())),
    numbers: array(integer()),
    facts: nullable(jsonb()),
    at: timestamptz(),
    yes: boolean(),
  },
});

const words = fc.string({ unit: 'binary' }).filter((value) => !value.includes('\0') && value.isWellFormed());
const tricky = fc.oneof(words, fc.constantFrom('\\N', '\\.', 'NULL', 'a\tb\nc\rd', '"quoted", {braces}', "it's", '\\'));
const anyRow = fc.record({
  words: fc.option(tricky),
  list: fc.option(fc.array(tricky, { maxLength: 3 })),
  numbers: fc.array(fc.integer({ min: -5, max: 5 }), { maxLength: 3 }),
  facts: fc.option(fc.record({ name: tricky, items: fc.array(tricky, { maxLength: 2 }) })),
  at: fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }),
  yes: fc.boolean(),
});

test('a row is the same whether it was copied, inserted or changed', async () => {
  const { pool, close } = await startTestDatabase();
  for (const statement of createStatements(samples, 1)) await pool.query(statement);
  await fc.assert(
    fc.asyncProperty(fc.array(anyRow, { minLength: 1, maxLength: 8 }), async (values) => {
      const rows: Row[] = values.map((value, id) => ({ id, ...value }));
      const write = async (changes: { added?: Row[]; written?: Row[] }) => {
        await inTransaction(pool, (client) =>
          writeRows(client, 'read.samples_v1', samples, { removed: [], added: [], written: [], ...changes }),
        );
        return (await pool.query('select * from read.samples_v1 order by id')).rows;
      };
      await pool.query('truncate read.samples_v1');
      expect(await write({ added: rows })).toEqual(rows);
      expect(await write({ written: rows })).toEqual(rows);
      await pool.query('truncate read.samples_v1');
      expect(await write({ written: rows })).toEqual(rows);
      await inTransaction(pool, (client) =>
        writeRows(client, 'read.samples_v1', samples, { removed: [{ id: 0 }], added: [], written: [] }),
      );
      expect((await pool.query('select id from read.samples_v1 order by id')).rows.map(({ id }) => id)).toEqual(
        rows.slice(1).map(({ id }) => id),
      );
    }),
    { numRuns: 40 },
  );
  await close();
});
