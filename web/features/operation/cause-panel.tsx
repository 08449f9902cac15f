import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import type { CauseRow } from '#domain/operation/desk.ts';
import type { OperationRow } from '#domain/operation/schema.ts';
import { DescriptionList } from '../../components/layout/description-list.tsx';
import { DockPanel } from '../../components/layout/dock-panel.tsx';
import { Empty } from '../../components/layout/empty.tsx';
import { QueryView } from '../../components/layout/query-view.tsx';
import { useDock } from '../../components/layout/use-dock.ts';
import { EnvironmentTag } from '../../components/text/environment-tag.tsx';
import { RelativeTime } from '../../components/text/relative-time.tsx';
import { StatusDot } from '../../components/text/status-dot.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { useErrorText } from '../../i18n/error-text.ts';
import { useFormat } from '../../i18n/format.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { causeNext, causeReach, causeTitle, standingOf, tones } from './cause-words.ts';
import { OperationTitle } from './operation-title.tsx';
import { causeOptions } from './queries.ts';

const Facts = ({ cause }: { cause: CauseRow }) => {
  const t = useLazyTexts('desk');
  const format = useFormat();
  return (
    <DescriptionList
      entries={[
        [
          t('operations.state-label'),
          <StatusDot key="state" tone={tones[standingOf(cause)]} pulse={standingOf(cause) !== 'failed'}>
            {t(`desk.filter-${standingOf(cause)}`)}
          </StatusDot>,
        ],
        [t('desk.resource'), <bdi key="resource">{cause.resource ?? '–'}</bdi>],
        [t('desk.count'), `${format.number(cause.count)} (${causeReach(cause, { t, format })})`],
        [t('desk.next'), causeNext(cause, { t, format })],
        [t('desk.since'), <RelativeTime key="since" at={cause.since} />],
        [t('desk.newest'), <RelativeTime key="newest" at={cause.newestAt} />],
      ]}
    />
  );
};

const Line = ({ operation }: { operation: OperationRow }) => {
  const dock = useDock();
  return (
    <li className="flex items-center gap-3 px-3 py-2">
      <span className="grid min-w-0 flex-1 justify-items-start">
        <Button
          variant="link"
          className="h-auto max-w-full whitespace-normal text-start text-table [overflow-wrap:anywhere]"
          onClick={() => dock.push('operation', operation.id)}
        >
          <span>
            <OperationTitle operation={operation} className="text-xs" />
          </span>
        </Button>
        <bdi className="max-w-full truncate text-muted text-xs">{operation.apiName}</bdi>
      </span>
      {operation.environment && <EnvironmentTag environment={operation.environment} />}
      <span className="shrink-0 text-muted text-xs">
        <RelativeTime at={operation.updatedAt} />
      </span>
    </li>
  );
};

const Operations = ({ cause, operations }: { cause: CauseRow; operations: readonly OperationRow[] }) => {
  const t = useLazyTexts('desk');
  return (
    <section className="grid gap-2 border-border border-t pt-4">
      <h3 className="font-semibold text-sm">{t('desk.operations')}</h3>
      {cause.count > operations.length && (
        <p className="text-muted text-table">{t('desk.newest-of', { total: cause.count, shown: operations.length })}</p>
      )}
      <ul className="divide-y divide-border overflow-hidden rounded-card border border-border text-table">
        {operations.map((operation) => (
          <Line key={operation.id} operation={operation} />
        ))}
      </ul>
    </section>
  );
};

/** The dock view of one cause: what it is, what happens next, and every operation that has it. */
export const CausePanel = ({ id }: { id: string }) => {
  const t = useLazyTexts('desk');
  const errorText = useErrorText();
  const query = useQuery(causeOptions(id));
  const cause = query.data?.cause;
  return (
    <DockPanel title={cause ? causeTitle(cause, { t, errorText }) : t('desk.cause')}>
      <QueryView query={query} skeleton={<Skeleton className="late h-60 w-full" />}>
        {({ cause: found, operations }) =>
          found ? (
            <>
              <Facts cause={found} />
              <Operations cause={found} operations={operations} />
            </>
          ) : (
            <Empty icon={CircleCheck} title={t('desk.gone')} text={t('desk.gone-text')} />
          )
        }
      </QueryView>
    </DockPanel>
  );
};
