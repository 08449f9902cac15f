import { useTranslation } from 'react-i18next';
import type { HistoryRow } from '#domain/history/schema.ts';
import { EnvironmentTag } from '../../components/text/environment-tag.tsx';
import type { Named } from '../../components/text/told-apart.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { HistoryChanges } from './history-changes.tsx';
import { historySentence } from './history-sentence.ts';
import { UndoLine } from './shared/undo-line.tsx';

/** What happened, with up to `limit` changes. */
export const HistoryEntry = ({ entry, limit }: { entry: HistoryRow; limit?: number }) => {
  const t = useLazyTexts('history', 'foreign-objects');
  const format = useFormat();
  return (
    <div className="min-w-0 whitespace-normal">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
        <span className="min-w-0 font-medium [overflow-wrap:anywhere]">{historySentence(t, format, entry)}</span>
        {entry.environment && <EnvironmentTag environment={entry.environment} />}
        {entry.organization && <bdi className="text-muted">{entry.organization.name}</bdi>}
      </p>
      {entry.changes.length > 0 && (
        <HistoryChanges changes={entry.changes} {...(limit === undefined ? {} : { limit })} />
      )}
      <UndoLine entry={entry} />
    </div>
  );
};

/** Returns what tells who did it from others of the same name. */
export const actorOf = ({ user }: Pick<HistoryRow, 'user'>): Named<number> => ({
  id: user?.id ?? 0,
  name: user?.name ?? '',
  texts: user ? [user.organizationName] : [],
});

/** The person who did it. The portal itself does scheduled changes. */
export const HistoryActor = ({ user }: Pick<HistoryRow, 'user'>) => {
  const { t } = useTranslation();
  if (!user) return <span className="text-muted">{t('common.product')}</span>;
  return <bdi title={user.organizationName}>{user.name}</bdi>;
};
