import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { RequestCounts } from '#domain/gateway-request/schema.ts';
import { QueryView } from '../../components/layout/query-view.tsx';
import { StatusDot, type StatusTone } from '../../components/text/status-dot.tsx';
import { Card } from '../../components/ui/card.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { useFormat } from '../../i18n/format.ts';

const CountCard = ({
  name,
  tone,
  count,
  total,
  isLeast = false,
}: {
  name: string;
  tone: StatusTone;
  count: number;
  /** The total that the count is a share of. Undefined for the total itself. */
  total?: number;
  /** There are more, see `mostCounted`. */
  isLeast?: boolean | undefined;
}) => {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <Card className="px-3 py-3 sm:px-4">
      <p className="text-muted text-table">
        <StatusDot tone={tone}>{name}</StatusDot>
      </p>
      <p className="mt-1 flex flex-wrap items-baseline gap-x-2">
        <span className="font-semibold text-2xl tabular-nums tracking-tight">
          {isLeast ? t('requests.at-least', { number: format.number(count) }) : format.number(count)}
        </span>
        {total !== undefined && total > 0 && (
          <span className="text-muted text-table tabular-nums">
            {t('requests.share', { percent: format.percent(count / total) })}
          </span>
        )}
      </p>
    </Card>
  );
};

const layout = 'grid grid-cols-3 gap-2 sm:gap-3';

/** Shows the number of calls, successes and failures. */
export const RequestCountCards = ({ query }: { query: UseQueryResult<RequestCounts> }) => {
  const { t } = useTranslation();
  return (
    <QueryView
      query={query}
      skeleton={
        <div className={layout}>
          {['total', 'success', 'failure'].map((name) => (
            <Skeleton key={name} className="late h-[78px] w-full rounded-card" />
          ))}
        </div>
      }
    >
      {({ total, api_success_count: success, api_failure_count: failure, isLeast }) => (
        <div className={layout} aria-live="polite">
          <CountCard name={t('requests.total')} tone="neutral" count={total} isLeast={isLeast} />
          <CountCard name={t('requests.success')} tone="success" count={success} total={total} />
          <CountCard name={t('requests.failure')} tone="danger" count={failure} total={total} />
        </div>
      )}
    </QueryView>
  );
};
