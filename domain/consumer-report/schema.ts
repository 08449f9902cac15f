import * as z from 'zod/mini';
import { environmentSchema } from '../core/environment.ts';
import { idParameter, idSchema } from '../core/id.ts';
import { listFilter, listParameters, pageOf } from '../core/list.ts';
import { periodFilters } from '../core/period.ts';

/** The report of consumers (docs/product/gateways.md): the keys that organizations have, and when they called last. */
export const consumerReportPageSize = 10;

/** `GET /api/kong/consumer-list`; lists are comma-separated. The dates are those on which keys were added. */
export const consumerReportQuery = z.extend(
  listParameters(['organization', 'api', 'nickname', 'env', 'date', 'lastUsed', 'endsOn'], {
    sort: 'date',
    order: 'desc',
  }),
  { orgId: listFilter(idParameter), apiId: listFilter(idParameter), ...periodFilters },
);
export type ConsumerReportQuery = z.output<typeof consumerReportQuery>;

const consumerReportRow = z.object({
  id: idSchema,
  organization: z.string(),
  apiId: idSchema,
  api: z.string(),
  nickname: z.string(),
  env: environmentSchema,
  /** When the key was added. */
  date: z.string(),
  /** The time of the last gateway call with the key; null: never used. */
  lastUsed: z.nullable(z.string()),
  /** The last day of the key, its own or that of its access, in UTC (`YYYY-MM-DD`). Null: it has no end. */
  endsOn: z._default(z.nullable(z.string()), null),
});
export type ConsumerReportRow = z.output<typeof consumerReportRow>;

export const consumerReportPage = pageOf('data', consumerReportRow);
