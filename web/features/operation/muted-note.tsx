import type { CauseRow } from '#domain/operation/desk.ts';
import { useFormat } from '../../i18n/format.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';

/** Says until when a cause is muted, by whom and why, and that what takes something away is shown all the same. */
export const MutedNote = ({ cause: { muted, removals } }: Readonly<{ cause: CauseRow }>) => {
  const t = useLazyTexts('desk');
  const format = useFormat();
  if (!muted) return null;
  const { until, by, reason } = muted;
  return (
    <div role="status" className="grid gap-1 rounded-card bg-hover px-3.5 py-3 text-table">
      <p className="[overflow-wrap:anywhere]">
        {t('desk.muted-until', { when: format.dateTime(until), who: by || t('common.product'), reason })}
      </p>
      {removals > 0 && <p>{t('desk.mute-removals', { number: removals })}</p>}
    </div>
  );
};
