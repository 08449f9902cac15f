import * as z from 'zod';

/** Query parameters of every paged list. `page` counts from 0; `sort` is one of the given fields. */
export const listParameters = <const Fields extends readonly [string, ...string[]]>(
  sortable: Fields,
  defaults: { sort: Fields[number]; order: 'asc' | 'desc' },
) =>
  z.object({
    page: z.coerce.number().int().min(0).max(1_000_000).default(0),
    sort: z.enum(sortable).default(defaults.sort as never),
    order: z.enum(['asc', 'desc']).default(defaults.order),
  });

/** The response of every paged list: `{ <items>, total, page }`. */
export const pageOf = <Key extends string, Row extends z.ZodType>(key: Key, row: Row) =>
  z.object({ [key]: z.array(row), total: z.int(), page: z.int() } as Record<Key, z.ZodArray<Row>> & {
    total: z.ZodInt;
    page: z.ZodInt;
  });

/** A comma-separated query parameter as a list; empty means no filter. */
export const listFilter = <Item extends z.ZodType<unknown, string>>(item: Item) =>
  z
    .string()
    .optional()
    .transform((text) => (text ? text.split(',').filter(Boolean) : []))
    .pipe(z.array(item));
