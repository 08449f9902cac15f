import { expiryWarningDays } from '#domain/resource/certificate.ts';
import { Badge } from '../../../components/ui/badge.tsx';
import { useFormat } from '../../../i18n/format.ts';
import { useLazyTexts } from '../../../i18n/lazy-texts.ts';

const day = 86_400_000;

/** Says that a certificate ends soon, or has ended; nothing before. */
export const ExpiryBadge = ({ expiresAt }: { expiresAt: string }) => {
  const t = useLazyTexts('resources');
  const format = useFormat();
  const days = Math.floor((new Date(expiresAt).getTime() - Date.now()) / day);
  if (days >= expiryWarningDays) return null;
  return days < 0 ? (
    <Badge tone="danger">{t('resources.ended', { date: format.date(expiresAt) })}</Badge>
  ) : (
    <Badge tone="warning">{t('resources.ends', { count: days })}</Badge>
  );
};
