import { tagsOf } from '../entity/row.ts';
import type { Row } from '../kernel/json.ts';
import { isUuid } from '../schema/check-field.ts';
import * as refusal from './refusal.ts';

function pageSize(query: URLSearchParams): number {
  const given = query.get('size');
  if (given === null) return 100;
  if (given.trim() === '' || Number.isNaN(Number(given))) throw refusal.invalidSize('size must be a number');
  const size = Number(given);
  if (!Number.isInteger(size) || size < 1 || size > 1000)
    throw refusal.invalidSize('size must be an integer between 1 and 1000');
  return size;
}

type Page = { data: Row[]; next: string | null; offset?: string };

/** Returns the rows with the wanted tags. `a,b` asks for both, `a/b` for one of them. */
export function withTags(rows: Row[], wanted: string | null): Row[] {
  if (wanted === null) return rows;
  if (wanted === '') throw refusal.invalidTags('cannot be null');
  if (wanted.includes(',') && wanted.includes('/')) throw refusal.invalidTags('invalid filter syntax');
  if (wanted.includes('/')) {
    const names = wanted.split('/');
    return rows.filter((row) => tagsOf(row).some((tag) => names.includes(tag)));
  }
  const names = wanted.split(',');
  return rows.filter((row) => names.every((tag) => tagsOf(row).includes(tag)));
}

const encode = (key: unknown[]) => Buffer.from(JSON.stringify(key)).toString('base64url');

function decode(offset: string): unknown[] {
  let key: unknown;
  try {
    key = JSON.parse(Buffer.from(offset, 'base64url').toString());
  } catch {
    throw refusal.invalidOffset(offset);
  }
  if (!Array.isArray(key)) throw refusal.invalidOffset(offset);
  return key;
}

/**
 * Returns one page of `rows`, which are sorted by id.
 * @param key returns the values that rows are sorted by, the id first. The `offset` is the key of the page's last row
 * @param nested whether the list is below a parent. Kong leaves out `size` and `tags` of such a link
 */
export function page(
  rows: Row[],
  url: URL,
  { nested, key = (row: Row): unknown[] => [row.id] }: { nested: boolean; key?: (row: Row) => unknown[] },
): Page {
  const size = pageSize(url.searchParams);
  const offset = url.searchParams.get('offset');
  let start = 0;
  if (offset !== null) {
    const after = decode(offset);
    if (typeof after[0] !== 'string' || !isUuid(after[0])) throw refusal.unexpected();
    // Compares the keys piece by piece as text. So the row of the offset may have been deleted meanwhile.
    start = rows.findIndex((row) => compare(key(row), after) > 0);
    if (start < 0) start = rows.length;
  }
  const data = rows.slice(start, start + size);
  const last = data.at(-1);
  if (!last || start + size >= rows.length) return { data, next: null };
  return { data, ...link(url, encode(key(last)), nested) };
}

/** Returns a page by position. Kong pages an upstream's targets like this. */
export function pageByPosition(rows: Row[], url: URL): Page {
  const size = pageSize(url.searchParams);
  const start = Number(url.searchParams.get('offset') ?? 0) || 0;
  const data = rows.slice(start, start + size);
  return start + size < rows.length ? { data, ...link(url, String(start + size), true) } : { data, next: null };
}

function link(url: URL, offset: string, nested: boolean): { offset: string; next: string } {
  const query = [`offset=${offset}`];
  for (const name of nested ? [] : ['tags', 'size']) {
    const value = url.searchParams.get(name);
    if (value !== null) query.push(`${name}=${value}`);
  }
  return { offset, next: `${url.pathname}?${query.join('&')}` };
}

function compare(a: unknown[], b: unknown[]): number {
  for (const [i, value] of a.entries()) {
    const other = b[i];
    if (value === other) continue;
    return typeof value === 'number' && typeof other === 'number'
      ? value - other
      : String(value) < String(other)
        ? -1
        : 1;
  }
  return 0;
}
