import { rankRequests, readRequestSeries } from '#domain/gateway-request/chart-calls.ts';
import { type Route, route } from '../http/route.ts';
import { keptSince } from './request-filter.ts';
import { isOfCallers, rankingSpan, readRanking } from './request-ranking.ts';
import { readSeries } from './request-series.ts';

const series = route(readRequestSeries, {
  action: 'request.list',
  summary:
    'Calls by time with their latencies, beside the same length of time before: all for an administrator, else those of the own organization',
  handle: ({ services, actor, query }) => readSeries(services.db, actor, query, services.now()),
});

const top = route(rankRequests, {
  action: 'request.list',
  summary: 'The busiest APIs, keys and addresses, and the operations with most failed calls',
  handle: async ({ services, actor, query }) => {
    const now = services.now();
    const span = rankingSpan(actor, query, now);
    const { TELEMETRY_RETENTION_DAYS: calls, TELEMETRY_COUNTS_RETENTION_DAYS: counts } = services.settings;
    const kept = keptSince(now, isOfCallers(query.by) ? calls : Math.max(calls, counts));
    return {
      from: span.from.toISOString(),
      to: span.to.toISOString(),
      ...(await readRanking(services.db, { actor, query, span, keptSince: kept })),
    };
  },
});

/** The charts of the access report (docs/product/gateways.md). */
export const chartRoutes: Route[] = [series, top];
