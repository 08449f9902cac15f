import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { apiListQuery, galleryPageSize } from '#domain/api/schema.ts';
import { allBusinessAreas } from '#domain/business-area/schema.ts';
import type { Role } from '#domain/core/role.ts';
import type { UserDetail } from '#domain/user/schema.ts';
import { useUser } from '#web/api/session.tsx';
import { ChoiceFilter } from '#web/components/choice-filter.tsx';
import { NoMatch } from '#web/components/no-match.tsx';
import { Page } from '#web/components/page.tsx';
import { Pagination } from '#web/components/pagination.tsx';
import { QueryView } from '#web/components/query-view.tsx';
import { SearchField } from '#web/components/search-field.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { useDock } from '#web/components/use-dock.ts';
import { useListParams } from '#web/components/use-list-params.ts';
import { ApiCard } from './api-card.tsx';
import { EmptyGallery } from './empty-gallery.tsx';
import { GalleryMenu } from './gallery-menu.tsx';
import { apiListOptions, businessAreasOptions } from './queries.ts';

const hasRole = (user: UserDetail, ...wanted: readonly Role[]) => user.roles.some((role) => wanted.includes(role));

/** Who has the toggle between the two galleries, and who the menu to the events (specification 1, section 6). */
const seesToggle = (user: UserDetail) => hasRole(user, 'ROLE_PORTAL_ADMIN', 'ROLE_COMPANY_ADMIN', 'ROLE_COMPANY_USER');
const seesEvents = (user: UserDetail) => hasRole(user, 'ROLE_PORTAL_ADMIN', 'ROLE_COMPANY_ADMIN');

const mayPublish = (user: UserDetail) => user.roles.includes('ROLE_PORTAL_ADMIN') || user.ownerApps.length > 0;

const BusinessAreaFilter = ({ value, onChange }: { value: number; onChange: (value: number) => void }) => {
  const { t } = useTranslation();
  const { data: areas = [] } = useQuery(businessAreasOptions);
  return (
    <ChoiceFilter
      label={t('apis.business-area')}
      allText={t('apis.business-area-all')}
      value={value === allBusinessAreas ? undefined : String(value)}
      choices={areas.map(({ id }) => String(id))}
      textOf={(id) => areas.find((area) => String(area.id) === id)?.name ?? id}
      onChange={(id) => onChange(id === undefined ? allBusinessAreas : Number(id))}
    />
  );
};

const placeholders = Array.from({ length: galleryPageSize }, (_, slot) => slot);

const CardsSkeleton = () => (
  <div className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
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

const Gallery = ({ my }: { my: boolean }) => {
  const { t } = useTranslation();
  const user = useUser();
  const dock = useDock();
  const [params, setParams] = useListParams(apiListQuery);
  const apis = useQuery(apiListOptions({ ...params, my }));
  const isFiltered = params.name !== '' || params.businessAreaId !== allBusinessAreas;
  const openId = dock.stack[0]?.kind === 'api' ? Number(dock.stack[0].id) : undefined;
  const toggle = my ? { href: '/wall/all', text: t('apis.explore-all') } : { href: '/wall', text: t('apis.show-my') };

  return (
    <Page
      title={my ? t('apis.gallery-my-title') : t('apis.gallery-title')}
      description={my ? t('apis.gallery-text') : t('apis.gallery-all-text')}
      actions={
        <>
          {seesEvents(user) && <GalleryMenu />}
          {seesToggle(user) && (
            <Button asChild>
              <Link href={toggle.href}>{toggle.text}</Link>
            </Button>
          )}
          {mayPublish(user) && (
            <Button variant="primary" asChild>
              <Link href="/api-upload">
                <Plus />
                {t('apis.publish')}
              </Link>
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-2 sm:flex-row sm:items-center">
        <SearchField
          label={t('apis.search')}
          value={params.name}
          onChange={(name) => setParams({ name })}
          className="w-full sm:w-72"
        />
        <BusinessAreaFilter
          value={params.businessAreaId}
          onChange={(businessAreaId) => setParams({ businessAreaId })}
        />
        <p className="text-muted text-table tabular-nums sm:ms-auto" aria-live="polite">
          {apis.data && t('apis.results', { count: apis.data.total })}
        </p>
      </div>
      <QueryView query={apis} skeleton={<CardsSkeleton />}>
        {({ apis: rows, total, page, searchedFor }) => {
          if (total > 0 && rows.length === 0) return <NoMatch onClear={() => setParams({ page: 0 })} />;
          if (total === 0 && isFiltered) {
            return <NoMatch onClear={() => setParams({ name: '', businessAreaId: allBusinessAreas })} />;
          }
          if (total === 0) {
            return <EmptyGallery my={my} mayPublish={mayPublish(user)} />;
          }
          return (
            <>
              {searchedFor && <p className="text-muted">{t('apis.searched-for', { words: searchedFor })}</p>}
              <ul
                className="grid gap-4 transition-opacity data-stale:opacity-60 md:grid-cols-2 xl:grid-cols-3"
                data-stale={apis.isPlaceholderData || undefined}
                aria-busy={apis.isPlaceholderData}
              >
                {rows.map((api) => (
                  <li key={api.id} className="grid min-w-0">
                    <ApiCard
                      api={api}
                      isOpen={api.id === openId}
                      onDetails={user.organizationId > 0 ? () => dock.open('api', api.id) : undefined}
                    />
                  </li>
                ))}
              </ul>
              {total > galleryPageSize && (
                <Pagination
                  label={t('apis.paging')}
                  page={page}
                  pageSize={galleryPageSize}
                  total={total}
                  onPage={(next) => setParams({ page: next })}
                />
              )}
            </>
          );
        }}
      </QueryView>
    </Page>
  );
};

export const MyGallery = () => <Gallery my />;
export const AllGallery = () => <Gallery my={false} />;
