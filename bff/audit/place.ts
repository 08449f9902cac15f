import type { AuditQuery } from '#domain/audit/schema.ts';
import { type Cursor, cursorOf, cursorText } from '../http/cursor.ts';
import { invalidField } from '../input/invalid.ts';
import type { EntryPlace } from '../sql/newest-entries.ts';

const sort = 'happenedAt';

/** A time as Postgres writes it: `2026-11-29 08:30:00.123456+00`. */
const moment = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}(?:\.\d{1,6})?[+-]\d{2}(?::\d{2})?$/;

/** Characters of a position in the log. */
const longestPosition = 100;

/** Entries that a place may say were before it. No log has so many. */
const mostBefore = 1_000_000_000;

/** An entry's place in the order, and how many were before it when it was shown. `cursor`: the parameter that names it. */
type Place = EntryPlace & Readonly<{ before: number; cursor: Pick<Cursor, 'side'> }>;

/** Returns what names the place of an entry. Its time and position tell it from all others, also of the same millisecond. */
export const placeText = ({ time, position, before }: Pick<Place, 'time' | 'position' | 'before'>): string =>
  cursorText(sort, { key: time, id: `${before}/${position}` });

/** Returns the place that a query names; undefined for none. @throws RefusedError for a text that no list gave. */
export const placeOf = (query: Pick<AuditQuery, 'after' | 'before'>): Place | undefined => {
  const cursor = cursorOf(query, sort, true);
  if (!cursor) return undefined;
  const time = cursor.key ?? '';
  const slash = cursor.id.indexOf('/');
  const before = Number(cursor.id.slice(0, Math.max(slash, 0)));
  const position = cursor.id.slice(slash + 1);
  const isPlace =
    slash > 0 &&
    moment.test(time) &&
    !Number.isNaN(Date.parse(time)) &&
    Number.isInteger(before) &&
    before >= 0 &&
    before <= mostBefore &&
    position !== '' &&
    position.length <= longestPosition;
  if (!isPlace) throw invalidField(cursor.side, 'list.cursor-invalid');
  return { side: cursor.side === 'after' ? 'older' : 'newer', time, position, before, cursor };
};
