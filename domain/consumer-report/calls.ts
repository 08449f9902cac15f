import { call } from '../core/call.ts';
import { consumerReportPage, consumerReportQuery } from './schema.ts';

export const listConsumerReport = call({
  method: 'get',
  path: '/api/kong/consumer-list',
  query: consumerReportQuery,
  response: consumerReportPage,
});
