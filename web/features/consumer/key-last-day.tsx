import { useTranslation } from 'react-i18next';
import { warningDays } from '#domain/access/grant-end.ts';
import type { ConsumerRow } from '#domain/consumer/schema.ts';
import { dueWarning } from '#domain/core/due-warning.ts';
import { lastDayOf } from '#domain/core/last-day.ts';
import { useFormat } from '../../i18n/format.ts';

type Props = Readonly<{ consumer: Pick<ConsumerRow, 'endsAt' | 'accessEndsAt'> }>;

/** The last day of a key: its own, or that of its access where that comes first. It stands out once people were told of it. */
export const KeyLastDay = ({ consumer: { endsAt = null, accessEndsAt } }: Props) => {
  const { t } = useTranslation();
  const format = useFormat();
  const isOwn = endsAt !== null && (accessEndsAt === null || endsAt <= accessEndsAt);
  const end = isOwn ? endsAt : accessEndsAt;
  if (end === null) return null;
  const isSoon = dueWarning(warningDays, end, new Date().toISOString()) !== undefined;
  const day = format.day(lastDayOf(new Date(end)));
  return (
    <span className={isSoon ? 'text-warning' : undefined}>
      {isOwn ? t('consumers.ends-on', { day }) : t('consumers.ends-with-access', { day })}
    </span>
  );
};
