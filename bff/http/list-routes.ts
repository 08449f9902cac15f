import { csvOf, type ListCall } from '#domain/core/call.ts';
import { csvFile, csvLimit } from './csv.ts';
import { type ReceivedOf, type Route, route, type Serving } from './route.ts';

/** The file of a list. Each column has a heading and the text of its cell. */
export type Csv<Row> = Readonly<{ name: string; columns: Readonly<Record<string, (row: Row) => string>> }>;

type List<C extends ListCall, Page, Row> = Pick<Serving<C>, 'action' | 'why' | 'summary'> &
  Readonly<{
    /** Rows on a page. */
    pageSize: number;
    /** Refuses users without the right. Returns `size` rows of the requested page. */
    read: (request: ReceivedOf<C>, size: number) => Promise<Page>;
    rowsOf: (page: Page) => readonly Row[];
    csv: Csv<Row>;
  }>;

/** Returns the routes of a list: its pages, and all rows as CSV, with the same right, filters and order. */
export const listRoutes = <C extends ListCall, Page, Row>(
  call: C,
  { pageSize, read, rowsOf, csv: { name, columns }, ...serving }: List<C, Page, Row>,
): readonly Route[] => [
  route(call, { ...serving, handle: async (request) => await read(request, pageSize) }),
  route<ListCall>(csvOf(call), {
    ...serving,
    summary: `${serving.summary}: all as CSV`,
    limit: 'export',
    handle: async (request) => {
      const from = { page: 0, after: undefined, before: undefined };
      const all = { ...request, query: { ...request.query, ...from } } as ReceivedOf<C>;
      const cells = Object.values(columns);
      const rows = rowsOf(await read(all, csvLimit));
      return csvFile(name, [Object.keys(columns), ...rows.map((row) => cells.map((cell) => cell(row)))]);
    },
  }),
];
