import { type Address, type CsvOf, csvOf, type ListCall } from '#domain/core/call.ts';
import { urlOf } from './client.ts';

/** Returns the address of all rows of a list as CSV, which the browser saves. The query's page and place don't count. */
export const csvUrlOf = <C extends ListCall>(
  list: C,
  query: NonNullable<Address<C>['query']>,
  parameters?: Readonly<Record<string, number>>,
): string =>
  urlOf(csvOf(list), {
    ...(parameters && { parameters }),
    query: { ...query, page: undefined, after: undefined, before: undefined },
  } as unknown as Address<CsvOf<C>>);
