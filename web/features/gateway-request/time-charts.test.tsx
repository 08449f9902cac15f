// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { RequestSeries } from '#domain/gateway-request/chart.ts';
import { componentTests, showLazy } from '../../test/show.tsx';
import { TimeCharts } from './time-charts.tsx';

componentTests('traffic');

const latencies = { gateway: null, upstream: null };

it('compares only steps that are over with the time before', async () => {
  const calls = [100, 100, 100, 5];
  const data: RequestSeries = {
    ...{ from: '2026-03-10T08:00:00.000Z', to: '2026-03-10T12:00:00.000Z', step: 3_600 },
    points: calls.map((count, hour) => ({
      at: `2026-03-10T${String(8 + hour).padStart(2, '0')}:00:00.000Z`,
      ...{ calls: [count, 0, 0, 0], before: 100, ...latencies },
    })),
    whole: { calls: [305, 0, 0, 0], ...latencies },
    before: { calls: [400, 0, 0, 0], ...latencies },
  };
  await showLazy(<TimeCharts data={data} onFilter={() => {}} />);
  expect(await screen.findByText('305 calls, as many as in the time before, and 0% failed')).toBeTruthy();
});
