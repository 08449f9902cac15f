import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import type { Arranged, AttemptCalls, Moment } from '#domain/operation/desk.ts';
import type { OperationRow } from '#domain/operation/schema.ts';
import { QueryView } from '../../components/layout/query-view.tsx';
import { useDock } from '../../components/layout/use-dock.ts';
import { CopyButton } from '../../components/text/copy-button.tsx';
import { Ltr } from '../../components/text/ltr.tsx';
import { StatusDot, type StatusTone } from '../../components/text/status-dot.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { useErrorText } from '../../i18n/error-text.ts';
import { useFormat } from '../../i18n/format.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { CallsOfAttempt } from './attempt-calls.tsx';
import { type Section, sectionsOf, withArranged } from './attempts-of.ts';
import { timelineOptions } from './queries.ts';
import { AllSteps } from './shared/operation-steps.tsx';

/** How an attempt ended; null while it runs. */
const endOf = (moments: readonly Moment[]) => moments.find(({ type }) => Object.hasOwn(ends, type)) ?? null;
const ends = { delayed: 'waiting', completed: 'completed', superseded: 'superseded', failed: 'failed' } as const;
const tones = {
  waiting: 'warning',
  completed: 'success',
  superseded: 'neutral',
  failed: 'danger',
  started: 'info',
} as const satisfies Record<string, StatusTone>;

const stateOf = (end: Moment | null) => (end ? ends[end.type as keyof typeof ends] : 'started');

const Time = ({ at }: { at: string }) => {
  const format = useFormat();
  return (
    <time dateTime={at} className="ms-auto shrink-0 text-muted text-xs tabular-nums" title={format.dateTime(at)}>
      {format.time(at)}
    </time>
  );
};

const Answer = ({ text, id }: Readonly<{ text: string; id: string }>) => (
  <p className="text-muted">
    {text} <Ltr className="font-mono text-xs">{id.slice(0, 8)}</Ltr>
  </p>
);

const words = { replayed: 'desk.replayed-by', cancelling: 'desk.cancelled-by' } as const;

const Act = ({ moment: { type, at, by, reason }, answers }: { moment: Moment; answers: string | null }) => {
  const t = useLazyTexts('desk');
  const who = by ?? t('common.product');
  return (
    <li className="grid gap-0.5 px-3 py-2">
      <p className="flex items-baseline gap-2">
        <span className="min-w-0 [overflow-wrap:anywhere]">
          {t(words[type as keyof typeof words] ?? 'desk.requested-by', { who })}
        </span>
        <Time at={at} />
      </p>
      {type === 'requested' && answers && <Answer text={t('desk.answers')} id={answers} />}
      {reason && <bdi className="text-muted [overflow-wrap:anywhere]">{reason}</bdi>}
    </li>
  );
};

const arrangedWords = {
  'handed-over': 'desk.handed-over-to',
  'given-back': 'desk.taken-from',
  'right-lost': 'desk.right-lost',
  muted: 'desk.cause-muted',
  unmuted: 'desk.cause-shown',
} as const;

/** Who got it, or for how long its cause is muted. */
const ArrangedLine = ({ line: { type, at, ofCause, by, person, note, until } }: { line: Arranged }) => {
  const t = useLazyTexts('desk');
  const format = useFormat();
  const names = { person: person ?? t('desk.somebody'), who: by ?? t('common.product') };
  return (
    <li className="grid gap-0.5 px-3 py-2">
      <p className="flex items-baseline gap-2">
        <span className="min-w-0 [overflow-wrap:anywhere]">
          {t(arrangedWords[type], { ...names, when: until ? format.dateTime(until) : '' })}
        </span>
        <Time at={at} />
      </p>
      {ofCause && person !== null && <p className="text-muted">{t('desk.of-cause')}</p>}
      {note && <bdi className="text-muted [overflow-wrap:anywhere]">{note}</bdi>}
    </li>
  );
};

type AttemptProps = Extract<Section, { type: 'attempt' }> &
  Readonly<{ isLast: boolean; made: AttemptCalls | undefined }>;

const Attempt = ({ number, moments, isLast, made }: AttemptProps) => {
  const t = useLazyTexts('desk');
  const errorText = useErrorText();
  const format = useFormat();
  const end = endOf(moments);
  const state = stateOf(end);
  const planned = moments.find(({ type }) => type === 'planned')?.changes ?? null;
  const steps = moments.flatMap(({ type, at, attempt, step, target, result }) =>
    type === 'step' ? [{ at, attempt, step: step ?? '', target: target ?? '', result: result ?? '' }] : [],
  );
  const [{ at: begun }] = moments;
  return (
    <li>
      <details open={isLast} className="group">
        <summary className="flex cursor-pointer list-none items-center gap-2 px-3 py-2 hover:bg-hover">
          <ChevronRight className="size-3.5 shrink-0 text-muted transition-transform duration-150 group-open:rotate-90 rtl:-scale-x-100 rtl:group-open:-rotate-90" />
          <span className="font-medium">{t('operations.attempt', { number })}</span>
          <span className="text-xs">
            <StatusDot tone={tones[state]} pulse={state === 'started'}>
              {t(`operations.state.${state}`)}
            </StatusDot>
          </span>
          <Time at={begun} />
        </summary>
        <div className="grid gap-1.5 px-3 pb-3">
          {planned !== null && <p className="text-muted">{t('desk.planned', { number: planned })}</p>}
          <AllSteps steps={steps} />
          {made && <CallsOfAttempt made={made} />}
          {end?.problems.map((problem) => (
            <p key={`${problem.code}-${problem.field ?? ''}`} className="[overflow-wrap:anywhere]">
              {errorText(problem)}
            </p>
          ))}
          {end && (
            <p className="text-muted text-xs">
              {t('desk.took', { time: format.milliseconds(Date.parse(end.at) - Date.parse(begun)) })}
              {end.nextAttemptAt && ` ${t('desk.next-try-on', { when: format.dateTime(end.nextAttemptAt) })}`}
            </p>
          )}
        </div>
      </details>
    </li>
  );
};

/** An operation from the request to its end: each attempt with its steps, answers and waits, who replayed it, and who got it. */
export const Timeline = ({ operation }: { operation: OperationRow }) => {
  const t = useLazyTexts('desk');
  const query = useQuery(timelineOptions(operation));
  return (
    <section className="grid gap-2 border-border border-t pt-4">
      <h3 className="font-semibold text-sm">{t('desk.timeline')}</h3>
      <QueryView query={query} skeleton={<Skeleton className="late h-40 w-full" />}>
        {({ moments, leftOut, arranged, traceId, calls }) => {
          const attempts = sectionsOf(moments);
          const sections = withArranged(attempts, arranged);
          const last = attempts.at(-1);
          return (
            <>
              {leftOut > 0 && <p className="text-muted text-table">{t('desk.left-out', { number: leftOut })}</p>}
              <ol className="divide-y divide-border overflow-hidden rounded-card border border-border text-table">
                {sections.map((section) => {
                  if (section.type === 'attempt') {
                    const made = calls.find(({ attempt }) => attempt === section.number);
                    const key = `attempt-${section.number}`;
                    return <Attempt key={key} {...section} isLast={section === last} made={made} />;
                  }
                  if (section.type === 'act')
                    return <Act key={section.moment.at} moment={section.moment} answers={operation.answers} />;
                  const { line } = section;
                  return <ArrangedLine key={`${line.at} ${line.type} ${line.ofCause}`} line={line} />;
                })}
                {operation.answeredBy && (
                  <li className="px-3 py-2">
                    <Answer text={t('desk.answered-by')} id={operation.answeredBy} />
                  </li>
                )}
              </ol>
              {traceId && (
                <p className="flex flex-wrap items-center gap-1 text-muted text-xs">
                  {t('desk.trace')}
                  <Ltr className="min-w-0 break-all font-mono">{traceId}</Ltr>
                  <span className="-my-1">
                    <CopyButton value={traceId} label={t('desk.copy-trace')} />
                  </span>
                </p>
              )}
            </>
          );
        }}
      </QueryView>
    </section>
  );
};

/** Leads to the others that failed or wait for the same reason. */
export const SameCause = ({ operation }: { operation: OperationRow }) => {
  const t = useLazyTexts('desk');
  const dock = useDock();
  const cause = useQuery(timelineOptions(operation)).data?.cause;
  if (!cause || cause.others === 0) return null;
  return (
    <Button variant="link" className="self-start text-table" onClick={() => dock.push('cause', cause.id)}>
      {t('desk.same-cause', { number: cause.others })}
    </Button>
  );
};
