import { useQuery } from '@tanstack/react-query';
import { Ban, CircleCheck, RotateCcw } from 'lucide-react';
import { useState } from 'react';
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
import { CancelManyDialog } from './cancel-many-dialog.tsx';
import { causeNext, causeReach, causeTitle, standingOf, tones } from './cause-words.ts';
import { HandOver } from './hand-over-dialog.tsx';
import { Holder } from './holder.tsx';
import { Mute } from './mute-dialog.tsx';
import { MutedNote } from './muted-note.tsx';
import { OperationTitle } from './operation-title.tsx';
import { causeOptions } from './queries.ts';
import { ReplayManyDialog } from './replay-many-dialog.tsx';

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
        [
          t('desk.has-it'),
          <Holder
            key="holder"
            holder={cause.holder}
            held={cause.held}
            what={{ operationIds: [], causes: [cause.id] }}
          />,
        ],
      ]}
    />
  );
};

/** Whether something can be done with it from here. */
const isChoosable = ({ may }: OperationRow): boolean => may.replay || may.cancel;

type Choice = Readonly<{ isChosen: boolean; onChoose: (isChosen: boolean) => void }>;

const Line = ({ operation, isChosen, onChoose }: Choice & { operation: OperationRow }) => {
  const t = useLazyTexts('desk');
  const dock = useDock();
  return (
    <li className="flex items-center gap-3 px-3 py-2">
      {isChoosable(operation) && (
        <input
          type="checkbox"
          aria-label={t('desk.choose', { name: operation.subject })}
          checked={isChosen}
          onChange={(event) => onChoose(event.target.checked)}
          className="size-4 shrink-0 accent-accent"
        />
      )}
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

type Listed = Readonly<{
  cause: CauseRow;
  operations: readonly OperationRow[];
  left: ReadonlySet<string>;
  onChoose: (id: string, isChosen: boolean) => void;
}>;

const Operations = ({ cause, operations, left, onChoose }: Listed) => {
  const t = useLazyTexts('desk');
  return (
    <section className="grid gap-2 border-border border-t pt-4">
      <h3 className="font-semibold text-sm">{t('desk.operations')}</h3>
      {cause.count > operations.length && (
        <p className="text-muted text-table">{t('desk.newest-of', { total: cause.count, shown: operations.length })}</p>
      )}
      <ul className="divide-y divide-border overflow-hidden rounded-card border border-border text-table">
        {operations.map((operation) => (
          <Line
            key={operation.id}
            operation={operation}
            isChosen={!left.has(operation.id)}
            onChoose={(isChosen) => onChoose(operation.id, isChosen)}
          />
        ))}
      </ul>
    </section>
  );
};

/** What is handed over: all of the cause, also what will have it, or those that are chosen. */
const whatOf = ({ id }: CauseRow, chosen: readonly OperationRow[], left: ReadonlySet<string>) =>
  left.size === 0 ? { operationIds: [], causes: [id] } : { operationIds: chosen.map((one) => one.id), causes: [] };

/** The dock view of one cause: what it is, what happens next, and every operation that has it. */
export const CausePanel = ({ id }: { id: string }) => {
  const t = useLazyTexts('desk');
  const errorText = useErrorText();
  const query = useQuery(causeOptions(id));
  const cause = query.data?.cause;
  /** All are chosen but these. */
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [asked, setAsked] = useState<readonly OperationRow[]>();
  const [givenUp, setGivenUp] = useState<readonly OperationRow[]>();
  const operations = query.data?.operations ?? [];
  const chosen = operations.filter((each) => isChoosable(each) && !left.has(each.id));
  const again = chosen.filter(({ may }) => may.replay);
  const cancellable = chosen.filter(({ may }) => may.cancel);
  const choose = (each: string, isChosen: boolean) => {
    const next = new Set(left);
    if (isChosen) next.delete(each);
    else next.add(each);
    setLeft(next);
  };
  const isReplayable = operations.some(({ may }) => may.replay);
  return (
    <DockPanel
      title={cause ? causeTitle(cause, { t, errorText }) : t('desk.cause')}
      footer={
        cause && (
          <>
            <Mute cause={cause} />
            <HandOver what={whatOf(cause, chosen, left)} />
            {operations.some(({ may, notCancellable }) => may.cancel && notCancellable === null) && (
              <Button disabled={cancellable.length === 0} onClick={() => setGivenUp(cancellable)}>
                <Ban />
                {t('desk.cancel-many', { number: cancellable.length })}
              </Button>
            )}
            {isReplayable && (
              <Button variant="primary" disabled={again.length === 0} onClick={() => setAsked(again)}>
                <RotateCcw />
                {t('desk.replay-many', { number: again.length })}
              </Button>
            )}
          </>
        )
      }
    >
      <QueryView query={query} skeleton={<Skeleton className="late h-60 w-full" />}>
        {({ cause: found, operations: listed }) =>
          found ? (
            <>
              {found.muted && <MutedNote cause={found} />}
              <Facts cause={found} />
              <Operations cause={found} operations={listed} left={left} onChoose={choose} />
            </>
          ) : (
            <Empty icon={CircleCheck} title={t('desk.gone')} text={t('desk.gone-text')} />
          )
        }
      </QueryView>
      <CancelManyDialog operations={givenUp} onClose={() => setGivenUp(undefined)} />
      <ReplayManyDialog operations={asked} onClose={() => setAsked(undefined)} />
    </DockPanel>
  );
};
