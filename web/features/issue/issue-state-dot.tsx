import { useTranslation } from 'react-i18next';
import type { IssueRow } from '#domain/issue/schema.ts';
import { StatusDot } from '../../components/text/status-dot.tsx';

export const IssueStateDot = ({ state }: Pick<IssueRow, 'state'>) => {
  const { t } = useTranslation();
  return <StatusDot tone={state === 'open' ? 'info' : 'neutral'}>{t(`issues.state-${state}`)}</StatusDot>;
};
