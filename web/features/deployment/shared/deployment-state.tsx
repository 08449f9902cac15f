import { useTranslation } from 'react-i18next';
import type { DeploymentRow } from '#domain/deployment/row.ts';
import { StatusDot, type StatusTone } from '../../../components/text/status-dot.tsx';

const tones: Record<DeploymentRow['state'], StatusTone> = {
  deploying: 'info',
  deployed: 'success',
  failed: 'danger',
  undeploying: 'info',
};

/** Returns whether a worker still works on the deployment. */
export const isBusy = (state: DeploymentRow['state']): boolean => state === 'deploying' || state === 'undeploying';

export const DeploymentState = ({ state }: { state: DeploymentRow['state'] }) => {
  const { t } = useTranslation();
  return (
    <StatusDot tone={tones[state]} pulse={isBusy(state)}>
      {t(`deployments.states.${state}`)}
    </StatusDot>
  );
};
