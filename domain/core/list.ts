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

/** The response of every paged list: `{ <items>, total, page }`. */
export const pageOf = <Key extends string, Row extends z.core.$ZodType>(key: Key, row: Row) =>
  z.object({ [key]: z.array(row), total: z.int(), page: z.int() } as Record<Key, z.ZodMiniArray<Row>> & {
    total: z.ZodMiniInt;
    page: z.ZodMiniInt;
  });

/** A comma-separated query parameter as a list; empty means no filter. */
export const listFilter = <Item extends z.core.$ZodType<unknown, string>>(item: Item) =>
  z.pipe(
    z.pipe(
      z.optional(z.string().check(atMost(longestList))),
      z.transform((text) => (text ? text.split(',').filter(Boolean) : [])),
    ),
    z.array(item),
  );
