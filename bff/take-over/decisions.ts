import type { Kysely } from 'kysely';
import { decisionPageSize } from '#domain/take-over/decisions.ts';
import { listDecisions } from '#domain/take-over/many-calls.ts';
import type { TakeOverVerdict } from '#domain/take-over/verdict.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import { chooseGateway } from '../gateway-object/find-gateway.ts';
import { listRoutes } from '../http/list-routes.ts';
import { pageOf } from '../http/page.ts';
import { authorizeOpenly } from '../http/route.ts';
import { objectSearch } from '../sql/object-search.ts';
import { decisions, orders, readCounts, rowOf } from './decision-rows.ts';
import { readForeignServices } from './read-foreign-service.ts';
import { verdictOf } from './shown.ts';

const readPage = pageOf(decisions);

/** Services of which one reading of the mirror judges so many, and of which a file judges so many. The others are listed alone. */
const judgedAtOnce = 200;
const mostJudged = 1_000;

const verdictsOf = async (db: Kysely<ReadTables>, gatewayId: number, ids: readonly string[]) => {
  const verdicts = new Map<string, TakeOverVerdict>();
  for (let start = 0; start < Math.min(ids.length, mostJudged); start += judgedAtOnce) {
    const seen = await readForeignServices(db, { gatewayId, serviceIds: ids.slice(start, start + judgedAtOnce) });
    for (const [id, one] of seen) verdicts.set(id, verdictOf(one));
  }
  return verdicts;
};

/** The services of a gateway that could be put under the portal (docs/product/gateways.md). */
export const decisionRoutes = listRoutes(listDecisions, {
  action: 'gateway-object.read',
  summary: "A gateway's services that are not of this portal, with the preview and the newest decision of each",
  pageSize: decisionPageSize,
  read: async ({ services: { db }, actor, query }, size) => {
    authorizeOpenly(actor, 'gateway-object.read');
    const { page, sort, order, search, state } = query;
    const gateway = await chooseGateway(db, query.gatewayId);
    if (!gateway) {
      const counts = { open: 0, taking: 0, taken: 0, failed: 0, skipped: 0 };
      return { data: [], total: 0, page, gatewayId: null, counts, waiting: 0 };
    }
    const gatewayId = gateway.id;
    const filters = { gatewayId, ...objectSearch(search), state };
    const { rows, total } = await readPage(db, filters, { page, size, sort: orders[sort], order });
    const ids = rows.map(({ id }) => id);
    const verdicts = await verdictsOf(db, gatewayId, ids);
    const data = rows.map((row) => rowOf(row, verdicts.get(row.id)));
    return { data, total, page, gatewayId, ...(await readCounts(db, gatewayId)) };
  },
  rowsOf: ({ data }) => data,
  csv: {
    name: 'services-to-take-over.csv',
    columns: {
      id: ({ id }) => id,
      name: ({ name }) => name,
      target: ({ verdict }) => verdict?.target ?? '',
      keys: ({ verdict }) => String(verdict?.keysTotal ?? ''),
      refusals: ({ verdict }) =>
        (verdict?.refusals ?? [])
          .map(({ code, parameters }) => [code, ...Object.values(parameters)].join(' '))
          .join('\n'),
      state: ({ state }) => state,
      reason: ({ reason }) => reason,
      problems: ({ problems }) => problems.map(({ code }) => code).join('\n'),
      api: ({ api }) => api?.name ?? '',
      environment: ({ environment }) => environment ?? '',
      organization: ({ organization }) => organization?.name ?? '',
      decidedBy: ({ decidedBy }) => decidedBy ?? '',
      decidedAt: ({ decidedAt }) => decidedAt ?? '',
    },
  },
});
