import * as z from 'zod/mini';
import { atMost } from './required-text.ts';

/** Characters of a list in a query: more than an address that a browser sends. */
const longestList = 16_000;

/** Query parameters of every paged list. `page` counts from 0; `sort` is one of the given fields. */
export const listParameters = <const Fields extends readonly [string, ...string[]]>(
  sortable: Fields,
  defaults: { sort: Fields[number]; order: 'asc' | 'desc' },
) =>
  z.object({
    page: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(1_000_000)), 0),
    sort: z._default(z.enum(sortable), defaults.sort as never),
    order: z._default(z.enum(['asc', 'desc']), defaults.order),
  });

/** What names a place in a list: what a list gave as `next` or `previous`. */
const cursor = z.string().check(atMost(4_000, 'list.cursor-invalid'), z.regex(/^[\w-]+$/, 'list.cursor-invalid'));

/**
 * Query parameters of a list that grows by itself while somebody pages. `after` and `before` name a place in it: the page there
 * has no row of the page that named it, whichever rows came and went. `page` does not count then.
 */
export const growingListParameters = <const Fields extends readonly [string, ...string[]]>(
  sortable: Fields,
  defaults: { sort: Fields[number]; order: 'asc' | 'desc' },
) => z.extend(listParameters(sortable, defaults), { after: z.optional(cursor), before: z.optional(cursor) });

/**
 * What a page of such a list says of its place: how many rows are before it, and what leads to its neighbors. The last release has
 * not told of it.
 */
export const growingPlace = {
  start: z.optional(z.int()),
  next: z._default(z.nullable(z.string()), null),
  previous: z._default(z.nullable(z.string()), null),
};

/** The response of every paged list: `{ <items>, total, page }`. */
export const pageOf = <Key extends string, Row extends z.core.$ZodType>(key: Key, row: Row) =>
  z.object({ [key]: z.array(row), total: z.int(), page: z.int() } as Record<Key, z.ZodMiniArray<Row>> & {
    total: z.ZodMiniInt;
    page: z.ZodMiniInt;
  });

/** The response of a list that grows by itself: `{ <items>, total, page, start, next, previous }`. */
export const growingPageOf = <Key extends string, Row extends z.core.$ZodType>(key: Key, row: Row) =>
  z.extend(pageOf(key, row), growingPlace);

/** A comma-separated query parameter as a list; empty means no filter. */
export const listFilter = <Item extends z.core.$ZodType<unknown, string>>(item: Item) =>
  z.pipe(
    z.pipe(
      z.optional(z.string().check(atMost(longestList))),
      z.transform((text) => (text ? text.split(',').filter(Boolean) : [])),
    ),
    z.array(item),
  );
