import { call } from '../core/call.ts';
import { chartQuery, ranking, rankingQuery, requestSeries } from './chart.ts';

export const readRequestSeries = call({
  method: 'get',
  path: '/api/kong/requests/series',
  query: chartQuery,
  response: requestSeries,
});

export const rankRequests = call({
  method: 'get',
  path: '/api/kong/requests/top',
  query: rankingQuery,
  response: ranking,
});
