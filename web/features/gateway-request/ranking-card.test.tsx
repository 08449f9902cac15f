// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { ChartRange, RankedRow, Ranking } from '#domain/gateway-request/chart.ts';
import type { RequestFilterQuery } from '#domain/gateway-request/schema.ts';
import { json, pageServer } from '../../test/server.ts';
import { componentTests, showLazy } from '../../test/show.tsx';
import { RankingCard } from './ranking-card.tsx';
import { noFilter } from './request-filter.ts';

componentTests('traffic');
const { startWith } = pageServer();

const failing: RankedRow = {
  ...{ apiId: 31, apiName: 'Payments', method: 'GET', operation: '/payments/{id}', consumerId: null, keyName: null },
  ...{ orgName: null, clientIp: null, calls: 4, failures: 1, before: 1 },
};

const open = async (
  by: Ranking,
  range: ChartRange,
  hours: number,
  { failures = [], ...more }: { failures?: readonly number[]; isLeast?: boolean } = {},
) => {
  const to = Date.parse('2026-03-10T12:00:00Z');
  const span = { from: new Date(to - hours * 3_600_000).toISOString(), to: new Date(to).toISOString() };
  await startWith(json(200, { ...span, ...more, data: [{ ...failing, clientIp: '192.0.2.1' }] }));
  const filters: Partial<RequestFilterQuery>[] = [];
  const card = {
    by,
    range,
    failures,
    filter: noFilter,
    onFilter: (one: Partial<RequestFilterQuery>) => filters.push(one),
  };
  const { user } = await showLazy(<RankingCard {...card} />);
  return { user, filters, row: await screen.findByRole<HTMLButtonElement>('button') };
};

it('filters by nothing while the statuses that failed are not known', async () => {
  const early = await open('errors', '24h', 24);
  expect(early.row.disabled).toBe(true);
  await early.user.click(early.row);
  expect(early.filters).toEqual([]);
});

it('filters by the statuses that failed', async () => {
  const { user, row, filters } = await open('errors', '24h', 24, { failures: [404, 500] });
  await user.click(row);
  expect(filters).toEqual([
    { apiId: [31], method: ['GET'], operation: '/payments/{id}', responseStatusCode: [404, 500] },
  ]);
});

it.each([
  ['7d', 24, 1],
  ['24h', 24, 0],
  ['7d', 7 * 24 + 18, 0],
] as const)('of %s says whether %i hours are only the last day', async (range, hours, notes) => {
  const { row } = await open('clients', range, hours);
  expect(row.disabled).toBe(false);
  expect(screen.queryAllByText('With this filter, only the calls of the last 24 hours')).toHaveLength(notes);
});

it.each([
  [{ isLeast: true }, 1],
  [{ isLeast: false }, 0],
  [{}, 0],
] as const)('says whether there may be more calls: %j', async (answer, notes) => {
  await open('clients', '30d', 30 * 24, answer);
  expect(screen.queryAllByText(/numbers may be a little too low/)).toHaveLength(notes);
});
