import { expect, test } from 'vitest';
import { inTransaction } from '#platform/database.ts';
import { startTestDatabase } from '#test/postgres/postgres.ts';
import { integer, text } from './column.ts';
import { createConnectionLine } from './connection-line.ts';
import { openRows } from './rows.ts';
import { createStatements, table } from './table.ts';

const songs = table('songs', {
  key: ['id'],
  columns: { id: integer(), album: integer(), title: text() },
  lookups: ['album'],
});
const song = (id: number, album: number, title = `Song ${id}`) => ({ id, album, title });

test('rows are found by their present values, in the table or in memory, and changes are reported', async () => {
  const { pool, close } = await startTestDatabase();
  for (const statement of createStatements(songs, 1)) await pool.query(statement);
  await pool.query("insert into read.songs_v1 values (1, 7, 'Song 1'), (2, 7, 'Song 2'), (3, 8, 'Song 3')");
  await inTransaction(pool, async (client) => {
    const rows = openRows(createConnectionLine(client), songs, 1);
    expect(await rows.where('album', 7)).toEqual([song(1, 7), song(2, 7)]);
    rows.put(song(2, 8));
    rows.put(song(4, 7));
    rows.remove(song(1, 7));
    expect(await rows.where('album', 7)).toEqual([song(4, 7)]);
    expect(await rows.where('album', 8)).toEqual([song(2, 8), song(3, 8)]);
    rows.put(song(2, 9, 'New'));
    expect(rows.changes()).toEqual([
      { before: song(2, 7), after: song(2, 9, 'New') },
      { before: undefined, after: song(4, 7) },
      { before: song(1, 7), after: undefined },
    ]);
    await expect(rows.where('title', 'New')).rejects.toThrow('title is not among the lookups of songs');
    await rows.flush();
  });
  const { rows } = await pool.query('select * from read.songs_v1 order by id');
  expect(rows).toEqual([song(2, 9, 'New'), song(3, 8), song(4, 7)]);
  await close();
});

test('work with a connection is done in order, also after work that failed', async () => {
  const done: number[] = [];
  const line = createConnectionLine(undefined as never);
  const first = line(async () => {
    await new Promise((resolve) => setImmediate(resolve));
    done.push(1);
    throw new Error('the first fails');
  });
  const second = line(async () => done.push(2));
  await expect(first).rejects.toThrow('the first fails');
  await second;
  expect(done).toEqual([1, 2]);
});
