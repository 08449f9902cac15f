import type * as z from 'zod/mini';
import type { Action } from '#domain/core/authorization.ts';
import { csvFile, csvLimit } from './csv.ts';
import { type Request, type Route, route } from './route.ts';

/** The file of a list. Each column has a heading and the text of its cell. */
export type Csv<Row> = Readonly<{ name: string; columns: Readonly<Record<string, (row: Row) => string>> }>;

type List<Query extends z.core.$ZodType<{ page: number }>, Page, Row> = Readonly<{
  path: string;
  action: Action;
  summary: string;
  query: Query;
  response: z.ZodMiniType;
  /** Rows on a page. */
  pageSize: number;
  /** Refuses users without the right. Returns `size` rows of the requested page. */
  read: (request: Request<unknown, z.output<Query>, unknown>, size: number) => Promise<Page>;
  rowsOf: (page: Page) => readonly Row[];
  csv: Csv<Row>;
}>;

/** Returns the routes of a list: its pages, and at `/download` all rows as CSV, with the same right, filters and order. */
export const listRoutes = <Query extends z.core.$ZodType<{ page: number }>, Page, Row>({
  pageSize,
  read,
  rowsOf,
  csv: { name, columns },
  response,
  ...list
}: List<Query, Page, Row>): readonly Route[] => [
  route({ ...list, method: 'get', response, handle: async (request) => await read(request, pageSize) }),
  route({
    ...list,
    method: 'get',
    path: `${list.path}/download`,
    limit: 'export',
    summary: `${list.summary}: all as CSV`,
    handle: async (request) => {
      const page = await read({ ...request, query: { ...request.query, page: 0 } }, csvLimit);
      const cells = Object.values(columns);
      return csvFile(name, [Object.keys(columns), ...rowsOf(page).map((row) => cells.map((cell) => cell(row)))]);
    },
  }),
];
