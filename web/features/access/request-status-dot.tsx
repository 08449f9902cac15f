import { useTranslation } from 'react-i18next';
import type { AccessRequestRow } from '#domain/access/schema.ts';
import { StatusDot } from '../../components/text/status-dot.tsx';

const tones = { NEW: 'info', APPROVED: 'success', DENIED: 'danger' } as const;

export const RequestStatusDot = ({ status }: Pick<AccessRequestRow, 'status'>) => {
  const { t } = useTranslation();
  return <StatusDot tone={tones[status]}>{t(`access.status.${status}`)}</StatusDot>;
};
