import { useQuery } from '@tanstack/react-query';
import { BookmarkPlus, Pencil, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'wouter';
import type { AuditFilter } from '#domain/audit-filter/schema.ts';
import { Button } from '../../components/ui/button.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { auditFiltersOptions } from './queries.ts';

const FilterDialog = lazy(() => import('./filter-dialogs.tsx').then((module) => ({ default: module.FilterDialog })));

/** The filters that one keeps: each is a link, and can be renamed and deleted. `query`: the filter that is shown; '' for none. */
export const SavedFilters = ({ query }: Readonly<{ query: string }>) => {
  const t = useLazyTexts('audit');
  const { data } = useQuery(auditFiltersOptions);
  const [asked, setAsked] = useState<Readonly<{ filter: AuditFilter; deletes: boolean }>>();
  const filters = data?.filters ?? [];
  const isKept = filters.some((filter) => filter.query === query);
  if (filters.length === 0 && query === '') return null;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      {filters.length > 0 && (
        <ul aria-label={t('audit.filters')} className="flex flex-wrap gap-x-4 gap-y-1">
          {filters.map((filter) => (
            <li key={filter.id} className="flex max-w-full items-center gap-0.5">
              <Button variant="link" className="min-w-0 text-table" asChild>
                <Link href={`/audit?${filter.query}`} aria-current={filter.query === query ? 'page' : undefined}>
                  <bdi className="truncate">{filter.name}</bdi>
                </Link>
              </Button>
              <Button
                variant="quiet"
                size="icon"
                aria-label={t('audit.filter-rename', { name: filter.name })}
                onClick={() => setAsked({ filter, deletes: false })}
              >
                <Pencil />
              </Button>
              <Button
                variant="quiet"
                size="icon"
                aria-label={t('audit.filter-delete', { name: filter.name })}
                onClick={() => setAsked({ filter, deletes: true })}
              >
                <Trash2 />
              </Button>
            </li>
          ))}
        </ul>
      )}
      {query !== '' && !isKept && (
        <Button onClick={() => setAsked({ filter: { id: 0, name: '', query }, deletes: false })}>
          <BookmarkPlus />
          {t('audit.filter-save')}
        </Button>
      )}
      {asked && (
        <Suspense>
          <FilterDialog {...asked} onClose={() => setAsked(undefined)} />
        </Suspense>
      )}
    </div>
  );
};
