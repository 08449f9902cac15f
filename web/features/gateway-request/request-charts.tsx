import { useQuery } from '@tanstack/react-query';
import { type ChartRange, chartRangeNames, rankings } from '#domain/gateway-request/chart.ts';
import type { RequestFilterQuery } from '#domain/gateway-request/schema.ts';
import { QueryView } from '../../components/layout/query-view.tsx';
import { ChoiceFilter } from '../../components/table/choice-filter.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { ChartsSkeleton } from './charts-skeleton.tsx';
import { requestSeriesOptions, responseCodesOptions } from './queries.ts';
import { RankingCard } from './ranking-card.tsx';
import { TimeCharts } from './time-charts.tsx';

type Props = Readonly<{
  /** The filters of the list. Charts know those by organization, API, environment, method, operation and class of status. */
  filter: RequestFilterQuery;
  range: ChartRange;
  onRange: (range: ChartRange) => void;
  onFilter: (patch: Partial<RequestFilterQuery>) => void;
}>;

/** What people look at rather than read. Whatever is clicked in it filters the list below. */
export const RequestCharts = ({ filter, range, onRange, onFilter }: Props) => {
  const t = useLazyTexts('traffic');
  const series = useQuery(requestSeriesOptions(filter, range));
  const codes = useQuery(responseCodesOptions);
  const failures = (codes.data ?? []).filter((status) => status >= 400);
  return (
    <section aria-label={t('traffic.charts')} className="grid min-w-0 gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <ChoiceFilter
          label={t('traffic.range')}
          value={range}
          choices={chartRangeNames}
          textOf={(one) => t(`traffic.ranges.${one}`)}
          onChange={(one) => one && onRange(one)}
          allText={null}
        />
        <p className="text-muted text-xs">{t('traffic.charts-help')}</p>
      </div>
      <QueryView query={series} skeleton={<ChartsSkeleton />}>
        {(data) => <TimeCharts data={data} onFilter={onFilter} />}
      </QueryView>
      <div className="grid gap-3 md:grid-cols-2 2xl:grid-cols-4">
        {rankings.map((by) => (
          <RankingCard key={by} by={by} filter={filter} range={range} failures={failures} onFilter={onFilter} />
        ))}
      </div>
    </section>
  );
};
