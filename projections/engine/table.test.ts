import { expect, expectTypeOf, test } from 'vitest';
import { array, boolean, integer, jsonb, nullable, text, timestamptz, uuid } from './column.ts';
import {
  createStatements,
  indexStatements,
  partitionStatements,
  physicalName,
  type ReadRowOf,
  type RowOf,
  table,
} from './table.ts';

const songs = table('songs', {
  key: ['album_id', 'title'],
  columns: {
    album_id: integer(),
    title: text(),
    mood: nullable(text<'happy' | 'sad'>()),
    singers: array(text()),
    notes: jsonb<{ pages: number }>(),
    live: boolean(),
    recording: nullable(uuid()),
    recorded_at: timestamptz(),
  },
  generated: { sort_title: 'lower(title)' },
  lookups: ['mood'],
  indexes: ['(sort_title, album_id)'],
});

test('the SQL of a table follows from its statement', () => {
  expect(createStatements(songs, 3)).toEqual([
    'create table read.songs_v3 (album_id integer not null, title text not null, mood text, singers text[] not null, ' +
      'notes jsonb not null, live boolean not null, recording uuid, recorded_at timestamptz not null, ' +
      'sort_title text collate "und-x-icu" generated always as (lower(title)) stored, primary key (album_id, title))',
    'create index on read.songs_v3 (mood)',
  ]);
  expect(indexStatements(songs, 3)).toEqual([
    'create index if not exists songs_v3_query_1 on read.songs_v3 (sort_title, album_id)',
  ]);
});

test('a table by month has a partition for each, which is attached when it is ready', () => {
  const byMonth = { ...songs, byMonth: 'recorded_at' as const };
  expect(createStatements(byMonth, 3)[0]).toMatch(
    /primary key \(album_id, title\)\) partition by range \(recorded_at\)$/,
  );
  expect(partitionStatements(physicalName('songs', 3), '2026-12')).toEqual([
    'create table read.songs_v3_2026_12 (like read.songs_v3 including all)',
    'alter table read.songs_v3 attach partition read.songs_v3_2026_12 ' +
      "for values from ('2026-12-01T00:00:00.000Z') to ('2027-01-01T00:00:00.000Z')",
  ]);
});

test('the types of its rows follow, too; only the type of readers has computed columns', () => {
  type Written = {
    album_id: number;
    title: string;
    mood: 'happy' | 'sad' | null;
    singers: string[];
    notes: { pages: number };
    live: boolean;
    recording: string | null;
    recorded_at: Date;
  };
  expectTypeOf<RowOf<typeof songs>>().toEqualTypeOf<Written>();
  expectTypeOf<ReadRowOf<typeof songs>>().toExtend<Written & { sort_title: string }>();
  expectTypeOf<keyof ReadRowOf<typeof songs>>().toEqualTypeOf<keyof Written | 'sort_title'>();
});
