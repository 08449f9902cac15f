import type { MoveView } from '#domain/deployment/move.ts';
import { RelativeTime } from '../../components/text/relative-time.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';

/** Whose keys were used at the old gateway lately. */
export const Callers = ({ callers: { total, first } }: Pick<MoveView, 'callers'>) => {
  const t = useLazyTexts('moving');
  if (total === 0) return <p>{t('moving.quiet')}</p>;
  return (
    <div className="grid gap-1">
      <p>{t('moving.called')}</p>
      <ul className="grid list-disc gap-0.5 ps-5">
        {first.map(({ organization, nickname, lastUsed }) => (
          <li key={`${organization} ${nickname} ${lastUsed}`} className="[overflow-wrap:anywhere]">
            <bdi>{organization}</bdi>
            {nickname && (
              <>
                {' · '}
                <bdi>{nickname}</bdi>
              </>
            )}
            {' · '}
            <RelativeTime at={lastUsed} />
          </li>
        ))}
        {total > first.length && <li>{t('moving.called-more', { count: total - first.length })}</li>}
      </ul>
    </div>
  );
};
