import { warningDays } from '#domain/access/grant-end.ts';
import { dueWarning } from '#domain/core/due-warning.ts';
import { endOfDay } from '#domain/core/last-day.ts';
import { Badge } from '../../../components/ui/badge.tsx';
import { useFormat } from '../../../i18n/format.ts';
import { useLazyTexts } from '../../../i18n/lazy-texts.ts';

/** The last day of a grant. It stands out once people were told that the grant ends soon. */
export const LastDay = ({ day }: { day: string | null }) => {
  const t = useLazyTexts('review');
  const format = useFormat();
  if (day === null) return <span className="text-muted">{t('review.no-end')}</span>;
  const isSoon = dueWarning(warningDays, endOfDay(day), new Date().toISOString()) !== undefined;
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-x-2 gap-y-1 tabular-nums">
      {isSoon && <Badge tone="warning">{t('review.ends-soon')}</Badge>}
      {format.day(day)}
    </span>
  );
};
