import type { UseQueryResult } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { type ApiPage, galleryPageSize } from '#domain/api/schema.ts';
import { toldApart } from '../../components/text/told-apart.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { ApiCard } from './api-card.tsx';

const Pagination = lazy(() =>
  import('../../components/table/pagination.tsx').then((module) => ({ default: module.Pagination })),
);

const grid = 'grid gap-4 md:grid-cols-2 xl:grid-cols-3';
const placeholders = Array.from({ length: galleryPageSize }, (_, slot) => slot);

export const CardsSkeleton = () => (
  <div className={grid}>
    {placeholders.map((slot) => (
      <div
        key={slot}
        className="late flex min-h-[186px] flex-col gap-3 rounded-card border border-border bg-surface p-4"
      >
        <Skeleton className="h-5 w-1/2" />
        <Skeleton className="h-4 w-1/3" />
        <Skeleton className="mt-1 h-9 w-full" />
        <Skeleton className="mt-auto h-5 w-2/5" />
      </div>
    ))}
  </div>
);

type Props = Readonly<{
  /** Name of the pages. */
  label: string;
  page: ApiPage;
  query: Pick<UseQueryResult<ApiPage>, 'isPlaceholderData'>;
  openId: number | undefined;
  /** Undefined for users without an organization. */
  onDetails: ((id: number) => void) | undefined;
  onPage: (page: number) => void;
}>;

/** A gallery as cards, nine on each page. */
export const ApiCards = ({ label, page: { apis, total, page, matches }, query, openId, onDetails, onPage }: Props) => {
  const seconds = toldApart(
    apis.map(({ id, name, appname, orgname }) => ({ id, name, texts: [appname ?? '', orgname] })),
  );
  return (
    <>
      <ul
        className={`${grid} transition-opacity data-stale:opacity-60`}
        data-stale={query.isPlaceholderData || undefined}
        aria-busy={query.isPlaceholderData}
      >
        {apis.map((api) => (
          <li key={api.id} className="grid min-w-0">
            <ApiCard
              api={api}
              second={seconds.get(api.id)}
              matches={matches.filter(({ apiId }) => apiId === api.id)}
              isOpen={api.id === openId}
              onDetails={onDetails && (() => onDetails(api.id))}
            />
          </li>
        ))}
      </ul>
      {total > galleryPageSize && (
        <Suspense fallback={<div className="h-8" />}>
          <Pagination label={label} page={page} pageSize={galleryPageSize} total={total} onPage={onPage} />
        </Suspense>
      )}
    </>
  );
};
