import { Check, CircleX, Clock, CornerUpRight, Loader } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import type { OperationRow, OperationState } from '#domain/operation/schema.ts';
import { Ltr } from '../../../components/text/ltr.tsx';
import { cn } from '../../../components/ui/cn.ts';
import { useErrorText } from '../../../i18n/error-text.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useLazyTexts } from '../../../i18n/lazy-texts.ts';
import { AllSteps, CurrentSteps } from './operation-steps.tsx';

type Look = 'done' | 'current' | 'waiting' | 'failed' | 'ahead' | 'replaced';

const looks: Record<Look, { ring: string; icon: ReactNode }> = {
  done: { ring: 'bg-success/12 text-success', icon: <Check strokeWidth={3} /> },
  current: { ring: 'bg-accent-soft text-accent-text', icon: <Loader className="animate-spin" /> },
  waiting: { ring: 'bg-warning/12 text-warning', icon: <Clock /> },
  failed: { ring: 'bg-danger/12 text-danger', icon: <CircleX /> },
  replaced: { ring: 'bg-hover text-muted', icon: <CornerUpRight className="rtl:-scale-x-100" /> },
  ahead: { ring: 'ring-1 ring-border ring-inset', icon: null },
};

const Stage = ({
  look,
  title,
  meta,
  last = false,
  children,
}: {
  look: Look;
  title: string;
  meta?: ReactNode;
  last?: boolean;
  children?: ReactNode;
}) => (
  <li className="relative flex gap-3 pb-4 last:pb-0">
    {!last && <span aria-hidden className="absolute start-[9.5px] top-6 bottom-1 w-px bg-border" />}
    <span
      className={cn(
        'mt-px flex size-5 shrink-0 items-center justify-center rounded-full [&_svg]:size-3',
        looks[look].ring,
      )}
    >
      {looks[look].icon}
    </span>
    <div className="min-w-0 flex-1">
      <p className="flex items-baseline justify-between gap-2">
        <span className={cn('font-medium', look === 'ahead' && 'text-muted')}>{title}</span>
        {meta && <span className="shrink-0 text-muted text-xs tabular-nums">{meta}</span>}
      </p>
      {children}
    </div>
  </li>
);

const startedLooks: Record<OperationState, Look> = {
  requested: 'ahead',
  started: 'current',
  waiting: 'waiting',
  completed: 'done',
  superseded: 'done',
  failed: 'done',
  cancelling: 'done',
  cancelled: 'done',
};

const endLooks: Record<OperationState, Look> = {
  requested: 'ahead',
  started: 'ahead',
  waiting: 'ahead',
  completed: 'done',
  superseded: 'replaced',
  failed: 'failed',
  cancelling: 'current',
  cancelled: 'failed',
};

const isUsualEnd = (state: OperationState) =>
  state === 'requested' || state === 'started' || state === 'waiting' || state === 'completed';

type Props = Readonly<{
  operation: OperationRow;
  /**
   * Shows every step of every attempt. Use it if the operation's name and its reason to wait or fail are already above.
   */
  detailed?: boolean;
}>;

const Stages = ({ operation, detailed = false }: Props) => {
  const t = useLazyTexts('operations');
  const errorText = useErrorText();
  const format = useFormat();
  const { state, steps, attempt, problems } = operation;
  const started = startedLooks[state];
  const end = endLooks[state];
  const endState = isUsualEnd(state) ? 'completed' : state;
  const current = steps.filter((step) => step.attempt === attempt);
  return (
    <div aria-live="polite">
      {!detailed && (
        <p className="mb-3 truncate font-semibold text-table">
          {t(`operations.kind.${operation.kind}`)}{' '}
          <Ltr className="font-mono font-normal text-muted">{operation.subject}</Ltr>
        </p>
      )}
      <ol className="text-table">
        <Stage
          look={state === 'requested' ? 'current' : 'done'}
          title={t('operations.state.requested')}
          meta={format.relative(operation.requestedAt)}
        />
        <Stage
          look={started}
          title={state === 'waiting' ? t('operations.state.waiting') : t('operations.state.started')}
          meta={attempt > 1 ? t('operations.attempt', { number: attempt }) : undefined}
        >
          {detailed ? <AllSteps steps={steps} /> : current.length > 0 && <CurrentSteps steps={current} />}
          {state === 'waiting' && !detailed && (
            <p className="mt-1 text-muted">
              {problems[0] && <span className="block">{errorText(problems[0])}</span>}
              {operation.waitsFor
                ? t('operations.waiting-gateway')
                : operation.nextAttemptAt
                  ? t('operations.waiting-until', { when: format.dueTime(operation.nextAttemptAt) })
                  : t('operations.waiting-person')}
            </p>
          )}
        </Stage>
        <Stage
          last
          look={end}
          title={t(`operations.state.${endState}`)}
          meta={end === 'ahead' ? undefined : format.relative(operation.updatedAt)}
        >
          {state === 'failed' &&
            !detailed &&
            problems.map((problem) => (
              <p key={`${problem.code}-${problem.field ?? ''}`} className="mt-0.5 text-danger">
                {errorText(problem)}
              </p>
            ))}
          {state === 'superseded' && <p className="mt-0.5 text-muted">{t('operations.superseded-text')}</p>}
        </Stage>
      </ol>
    </div>
  );
};

/**
 * The states of an operation: Requested, Started with each step, then Completed or Failed. A waiting operation shows
 * until when. Waits for its own texts, so that the form above it stays.
 */
export const OperationStepper = (props: Props) => (
  <Suspense>
    <Stages {...props} />
  </Suspense>
);
