import type { DecisionRow } from '#domain/take-over/decisions.ts';
import type { DecisionState } from '#domain/take-over/verdict.ts';
import { StatusDot, type StatusTone } from '../../components/text/status-dot.tsx';
import { type Coded, useErrorText } from '../../i18n/error-text.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';

export const tones: Readonly<Record<DecisionState, StatusTone>> = {
  open: 'neutral',
  taking: 'info',
  taken: 'success',
  failed: 'danger',
  skipped: 'warning',
};

/** The state of a service, and a sentence: why it failed or waits, why it is skipped, or what it becomes. */
export const DecisionStateCell = ({ row }: { row: DecisionRow }) => {
  const t = useLazyTexts('take-overs');
  const errorText = useErrorText();
  const { state, hasBegun, reason, problems, api, environment, organization } = row;
  const [problem] = problems;
  const becomes = [api?.name, environment, organization?.name].filter(Boolean).join(' · ');
  const why = problem && state !== 'taken' ? errorText(problem as Coded) : becomes;
  const about = state === 'skipped' ? reason : why;
  return (
    <span className="grid justify-items-start gap-0.5">
      <StatusDot tone={tones[state]} pulse={state === 'taking' && hasBegun}>
        {t(state === 'taking' && !hasBegun ? 'take-overs.state-waiting' : `take-overs.state-${state}`)}
      </StatusDot>
      {about && (
        <bdi className="block max-w-80 truncate text-muted text-xs" title={about}>
          {about}
        </bdi>
      )}
    </span>
  );
};
