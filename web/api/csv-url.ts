import { urlOf } from './old-client.ts';

/**
 * Returns the address of all rows of a list as CSV, which the browser saves.
 *
 * @param list   path of the list's call.
 * @param params its filters and order. The page doesn't count.
 */
export const csvUrlOf = <Params extends { page: number }>(list: string, { page: _page, ...params }: Params): string =>
  urlOf(`${list}/download`, params as Parameters<typeof urlOf>[1]);
