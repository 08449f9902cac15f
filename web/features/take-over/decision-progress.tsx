import { CirclePause, RotateCcw } from 'lucide-react';
import type { DecisionPage } from '#domain/take-over/decisions.ts';
import type { DecisionState } from '#domain/take-over/verdict.ts';
import { StatusDot } from '../../components/text/status-dot.tsx';
import { Button } from '../../components/ui/button.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { tones } from './decision-state.tsx';

const shown = ['taken', 'taking', 'failed', 'skipped', 'open'] as const satisfies readonly DecisionState[];

type Props = Readonly<{
  page: DecisionPage;
  isBusy: boolean;
  /** Shows the services in a state. */
  onState: (state: DecisionState) => void;
  onStop: () => void;
  onRetry: () => void;
}>;

/** How far a gateway is: how many services are in each state. Stops what has not begun, and tries again what failed. */
export const DecisionProgress = ({ page: { counts, waiting }, isBusy, onState, onStop, onRetry }: Props) => {
  const t = useLazyTexts('take-overs');
  return (
    <section
      aria-label={t('take-overs.progress')}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-border px-4 py-2 text-table"
    >
      <ul aria-live="polite" className="flex flex-wrap items-center gap-x-4 gap-y-1 tabular-nums">
        {shown.map((state) => (
          <li key={state}>
            <Button variant="link" className="text-table" onClick={() => onState(state)}>
              <StatusDot tone={tones[state]} pulse={state === 'taking' && counts.taking > 0}>
                {t(`take-overs.count-${state}`, { count: counts[state] })}
              </StatusDot>
            </Button>
          </li>
        ))}
      </ul>
      {waiting > 0 && (
        <Button size="small" disabled={isBusy} onClick={onStop}>
          <CirclePause />
          {t('take-overs.stop')}
        </Button>
      )}
      {counts.failed > 0 && (
        <Button size="small" disabled={isBusy} onClick={onRetry}>
          <RotateCcw />
          {t('take-overs.retry')}
        </Button>
      )}
    </section>
  );
};
