import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { type RequestSeries, statusClasses } from '#domain/gateway-request/chart.ts';
import { useUser } from '../../api/session.tsx';
import { QueryView } from '../../components/layout/query-view.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '../../components/ui/card.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { requestSeriesOptions } from './queries.ts';
import { noFilter } from './request-filter.ts';
import { seesAllCalls } from './sees-all-calls.ts';

const range = '30d';

const countOf = (calls: readonly number[], from: number): number =>
  statusClasses.reduce((sum, one, index) => (one >= from ? sum + (calls[index] ?? 0) : sum), 0);

/** A bar for each day, with failed calls in another colour. The sentence above says the same. */
const Days = ({ points }: Pick<RequestSeries, 'points'>) => {
  const most = Math.max(1, ...points.map(({ calls }) => countOf(calls, 0)));
  const height = (count: number) => (count / most) * 40;
  return (
    <svg aria-hidden viewBox={`0 0 ${points.length * 10} 40`} preserveAspectRatio="none" className="mt-3 h-10 w-full">
      {points.map(({ at, calls }, index) => {
        const [all, failed] = [height(countOf(calls, 0)), height(countOf(calls, 4))];
        return (
          <g key={at}>
            <rect x={index * 10 + 1} y={40 - all} width="8" height={all} className="fill-success" />
            <rect x={index * 10 + 1} y={40 - failed} width="8" height={failed} className="fill-danger" />
          </g>
        );
      })}
    </svg>
  );
};

/** How much an API was called in the last 30 days: by everybody for administrators, else by the own organization. */
export const ApiUseCard = ({ apiId }: { apiId: number }) => {
  const t = useLazyTexts('traffic');
  const format = useFormat();
  const user = useUser();
  const query = useQuery(requestSeriesOptions({ ...noFilter, apiId: [apiId] }, range));
  return (
    <Card>
      <CardHeader>
        <CardTitle>{seesAllCalls(user) ? t('traffic.last-30') : t('traffic.last-30-own')}</CardTitle>
        <Button asChild variant="link" className="text-table">
          <Link href={`/kong/requests?${new URLSearchParams({ apiId: String(apiId), range })}`}>
            {t('traffic.open-report')}
          </Link>
        </Button>
      </CardHeader>
      <CardContent>
        <QueryView query={query} skeleton={<Skeleton className="h-16 w-full" />}>
          {({ points, whole }) => {
            const total = countOf(whole.calls, 0);
            if (total === 0) return <p className="text-muted text-table">{t('traffic.no-calls')}</p>;
            const { upstream } = whole;
            return (
              <>
                <p className="text-table">
                  {format.list([
                    t('traffic.calls-count', { count: total, number: format.number(total) }),
                    t('traffic.failed', { percent: format.percent(countOf(whole.calls, 4) / total) }),
                  ])}
                </p>
                {upstream && (
                  <p className="text-muted text-table">
                    {t('traffic.side-message.upstream', {
                      p50: format.milliseconds(upstream.p50),
                      p95: format.milliseconds(upstream.p95),
                    })}
                  </p>
                )}
                <Days points={points} />
              </>
            );
          }}
        </QueryView>
      </CardContent>
    </Card>
  );
};
