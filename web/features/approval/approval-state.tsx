import type { ApprovalState as State } from '#domain/approval/approval.ts';
import { StatusDot, type StatusTone } from '../../components/text/status-dot.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';

const tones: Readonly<Record<State, StatusTone>> = {
  waiting: 'warning',
  approved: 'info',
  'carried-out': 'success',
  denied: 'danger',
  withdrawn: 'neutral',
  lapsed: 'danger',
};

/** Where a change stands that needs a second person. */
export const ApprovalState = ({ state }: Readonly<{ state: State }>) => {
  const t = useLazyTexts('approvals');
  return (
    <StatusDot tone={tones[state]} pulse={state === 'approved'}>
      {t(`approvals.state.${state}`)}
    </StatusDot>
  );
};
