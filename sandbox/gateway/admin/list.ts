import { tagsOf } from '../entity/row.ts';
import type { Row } from '../kernel/json.ts';
import { isUuid } from '../schema/check-field.ts';
import * as answer from './answer.ts';

function pageSize(query: URLSearchParams): number {
  const given = query.get('size');
  if (given === null) return 100;
  if (given.trim() === '' || Number.isNaN(Number(given))) throw answer.invalidSize('size must be a number');
  const size = Number(given);
  if (!Number.isInteger(size) || size < 1 || size > 1000)
    throw answer.invalidSize('size must be an integer between 1 and 1000');
  return size;
}

/** The rows with the wanted tags: `a,b` is both, `a/b` is either. */
export function withTags(rows: Row[], wanted: string | null): Row[] {
  if (wanted === null) return rows;
  if (wanted === '') throw answer.invalidTags('cannot be null');
  if (wanted.includes(',') && wanted.includes('/')) throw answer.invalidTags('invalid filter syntax');
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
    throw answer.invalidOffset(offset);
  }
  if (!Array.isArray(key)) throw answer.invalidOffset(offset);
  return key;
}

/**
 * One page of `rows`, which are in the order of their ids.
 * @param key what identifies a row in the order, the id first; the last one's is the `offset`
 * @param nested Kong's links below a parent forget `size` and `tags`
 */
export function page(
  rows: Row[],
  url: URL,
  { nested, key = (row: Row): unknown[] => [row.id] }: { nested: boolean; key?: (row: Row) => unknown[] },
): object {
  const size = pageSize(url.searchParams);
  const offset = url.searchParams.get('offset');
  let start = 0;
  if (offset !== null) {
    const after = decode(offset);
    if (typeof after[0] !== 'string' || !isUuid(after[0])) throw answer.unexpected();
    // Compared as text piece by piece, so that a row deleted meanwhile doesn't matter.
    start = rows.findIndex((row) => compare(key(row), after) > 0);
    if (start < 0) start = rows.length;
  }
  const data = rows.slice(start, start + size);
  const last = data.at(-1);
  if (!last || start + size >= rows.length) return { data, next: null };
  return { data, ...link(url, encode(key(last)), nested) };
}

/** A page counted by position: how Kong pages an upstream's targets. */
export function pageByPosition(rows: Row[], url: URL): object {
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
