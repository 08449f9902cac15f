import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inTransaction } from '#platform/database.ts';
import { startTestDatabase } from '#test/postgres.ts';
import type { Row, TableDefinition } from './table.ts';
import { writeRows } from './write-rows.ts';

const table: TableDefinition = {
  name: 'samples',
  key: ['id'],
  columns: {
    id: 'integer not null primary key',
    words: 'text',
    list: 'text[]',
    numbers: 'integer[]',
    facts: 'jsonb',
    at: 'timestamptz',
    yes: 'boolean',
  },
};

const text = fc.string({ unit: 'binary' }).filter((value) => !value.includes('\0') && value.isWellFormed());
const tricky = fc.oneof(text, fc.constantFrom('\\N', '\\.', 'NULL', 'a\tb\nc\rd', '"quoted", {braces}', "it's", '\\'));
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
  const columns = Object.entries(table.columns).map(([name, type]) => `${name} ${type}`);
  await pool.query(`create table read.samples_v1 (${columns.join(', ')})`);
  await fc.assert(
    fc.asyncProperty(fc.array(anyRow, { minLength: 1, maxLength: 8 }), async (values) => {
      const rows: Row[] = values.map((value, id) => ({ id, ...value }));
      const write = async (changes: { added?: Row[]; written?: Row[] }) => {
        await inTransaction(pool, (client) =>
          writeRows(client, 'read.samples_v1', table, { removed: [], added: [], written: [], ...changes }),
        );
        return (await pool.query('select * from read.samples_v1 order by id')).rows;
      };
      await pool.query('truncate read.samples_v1');
      expect(await write({ added: rows })).toEqual(rows);
      expect(await write({ written: rows })).toEqual(rows);
      await pool.query('truncate read.samples_v1');
      expect(await write({ written: rows })).toEqual(rows);
      await inTransaction(pool, (client) =>
        writeRows(client, 'read.samples_v1', table, { removed: [{ id: 0 }], added: [], written: [] }),
      );
      expect((await pool.query('select id from read.samples_v1 order by id')).rows.map(({ id }) => id)).toEqual(
        rows.slice(1).map(({ id }) => id),
      );
    }),
    { numRuns: 40 },
  );
  await close();
});
