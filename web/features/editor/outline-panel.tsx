import { memo, useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SearchField } from '../../components/table/search-field.tsx';
import type { OutlineEntry } from './outline.ts';

type Props = Readonly<{ entries: readonly OutlineEntry[]; onGo: (entry: OutlineEntry) => void }>;

/** Maximum number of entries shown. People find the others by typing, because thousands are slow and useless. */
const shownAtOnce = 150;

const Entry = ({ entry, onGo }: { entry: OutlineEntry; onGo: (entry: OutlineEntry) => void }) => (
  <button
    type="button"
    dir="ltr"
    onClick={() => onGo(entry)}
    className="flex w-full items-baseline gap-2 rounded-control px-2 py-1 text-start font-mono text-xs hover:bg-hover"
  >
    {entry.method && <span className="w-12 shrink-0 text-[0.6875rem] text-muted uppercase">{entry.method}</span>}
    <span className="min-w-0 truncate" title={entry.label}>
      {entry.label}
    </span>
  </button>
);

const matches = ({ group, label, method = '' }: OutlineEntry, words: string): boolean =>
  `${group} ${method} ${label}`.toLowerCase().includes(words);

/** The outline of the text. A click on an entry goes there. */
export const OutlinePanel = memo(({ entries, onGo }: Props) => {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  // Rendered at low priority, because the user may be typing.
  const deferred = useDeferredValue(entries);
  const { groups, more } = useMemo(() => {
    const words = search.trim().toLowerCase();
    const found = words === '' ? deferred : deferred.filter((entry) => matches(entry, words));
    return {
      groups: Map.groupBy(found.slice(0, shownAtOnce), ({ group }) => group),
      more: Math.max(0, found.length - shownAtOnce),
    };
  }, [deferred, search]);

  return (
    <nav aria-label={t('editor.outline')} className="flex h-full min-h-0 flex-col gap-2 p-3">
      <SearchField label={t('editor.outline-search')} value={search} onChange={setSearch} />
      <div className="-mx-1 min-h-0 flex-1 overflow-y-auto px-1">
        {[...groups].map(([group, members]) => (
          <section key={group} className="mb-2">
            <h2 className="px-2 py-1 font-medium text-muted text-xs">
              {group === 'document' ? t('editor.outline-document') : <bdi>{group}</bdi>}
            </h2>
            {members.map((entry) => (
              <Entry key={entry.from} entry={entry} onGo={onGo} />
            ))}
          </section>
        ))}
        {more > 0 && <p className="px-2 py-1 text-muted text-xs">{t('common.more-options', { count: more })}</p>}
        {deferred.length === 0 && <p className="px-2 py-1 text-muted text-xs">{t('editor.outline-empty')}</p>}
      </div>
    </nav>
  );
});
