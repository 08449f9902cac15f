import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'wouter';
import { galleryListSize, galleryPageSize } from '#domain/api/schema.ts';
import type { Role } from '#domain/core/role.ts';
import type { UserDetail } from '#domain/user/schema.ts';
import { useUser } from '../../api/session.tsx';
import { Page } from '../../components/layout/page.tsx';
import { QueryView } from '../../components/layout/query-view.tsx';
import { useDock } from '../../components/layout/use-dock.ts';
import { RowsGone } from '../../components/table/rows-gone.tsx';
import { useListParams } from '../../components/table/use-list-params.ts';
import { Button } from '../../components/ui/button.tsx';
import { Outages } from '../notice/shared/outages.tsx';
import { ApiCards, CardsSkeleton } from './api-cards.tsx';
import { GalleryBar } from './gallery-bar.tsx';
import { apiListOptions, countFilters, galleryParams, galleryQueryOf, noFilters } from './shared/queries.ts';

const EmptyGallery = lazy(() => import('./empty-gallery.tsx').then((module) => ({ default: module.EmptyGallery })));
const GalleryMenu = lazy(() => import('./gallery-menu.tsx').then((module) => ({ default: module.GalleryMenu })));
const NoMatch = lazy(() =>
  import('../../components/table/no-match.tsx').then((module) => ({ default: module.NoMatch })),
);
const ApiList = lazy(() => import('./api-list.tsx').then((module) => ({ default: module.ApiList })));
const PublishedNotice = lazy(() =>
  import('./published-notice.tsx').then((module) => ({ default: module.PublishedNotice })),
);

const hasRole = (user: UserDetail, ...wanted: readonly Role[]) => user.roles.some((role) => wanted.includes(role));

/** Returns whether the user can switch between the two galleries (docs/product/publishing.md). */
const seesToggle = (user: UserDetail) => hasRole(user, 'ROLE_PORTAL_ADMIN', 'ROLE_COMPANY_ADMIN', 'ROLE_COMPANY_USER');
/** Returns whether the user sees the menu of the events (docs/product/publishing.md). */
const seesEvents = (user: UserDetail) => hasRole(user, 'ROLE_PORTAL_ADMIN', 'ROLE_COMPANY_ADMIN');

const mayPublish = (user: UserDetail) => user.roles.includes('ROLE_PORTAL_ADMIN') || user.ownerApps.length > 0;

/** Returns the address of the other gallery with the same view. */
const useToggle = (my: boolean) => {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const kept = new URLSearchParams(
    ['view', 'sort', 'order'].flatMap((name) => (search.has(name) ? [[name, search.get(name) ?? '']] : [])),
  );
  const path = my ? '/wall/all' : '/wall';
  return { href: kept.size === 0 ? path : `${path}?${kept}`, text: my ? t('apis.explore-all') : t('apis.show-my') };
};

const Gallery = ({ my }: { my: boolean }) => {
  const { t } = useTranslation();
  const user = useUser();
  const dock = useDock();
  const toggle = useToggle(my);
  const [params, setParams] = useListParams(galleryParams);
  const apis = useQuery(apiListOptions(galleryQueryOf(params, my)));
  const isFiltered = params.name !== '' || countFilters(params) > 0;
  const openId = dock.stack[0]?.kind === 'api' ? Number(dock.stack[0].id) : undefined;
  const onDetails = user.organizationId > 0 ? (id: number) => dock.open('api', id) : undefined;
  const { published } = params;

  return (
    <Page
      title={my ? t('apis.gallery-my-title') : t('apis.gallery-title')}
      description={my ? t('apis.gallery-text') : t('apis.gallery-all-text')}
      actions={
        <>
          {seesEvents(user) && (
            <Suspense fallback={<span className="size-8" />}>
              <GalleryMenu />
            </Suspense>
          )}
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
      <Outages />
      {published !== undefined && (
        <Suspense fallback={null}>
          <PublishedNotice
            apiId={published}
            onDetails={() => dock.open('api', published)}
            onClose={() => setParams({ published: undefined, page: params.page })}
          />
        </Suspense>
      )}
      <GalleryBar
        my={my}
        params={params}
        onParams={setParams}
        results={apis.data && t('apis.results', { count: apis.data.total })}
      />
      <QueryView query={apis} skeleton={<CardsSkeleton />}>
        {(page) => {
          if (page.apis.length === 0 && (page.total > 0 || isFiltered)) {
            return (
              <Suspense fallback={null}>
                {page.total === 0 ? (
                  <NoMatch onClear={() => setParams(noFilters)} />
                ) : (
                  <RowsGone
                    page={params.page}
                    pageSize={params.view === 'list' ? galleryListSize : galleryPageSize}
                    total={page.total}
                    isLoading={apis.isPlaceholderData}
                    onPage={(next, how) => setParams({ page: next }, how)}
                  />
                )}
              </Suspense>
            );
          }
          if (page.total === 0) {
            return (
              <Suspense fallback={null}>
                <EmptyGallery my={my} mayPublish={mayPublish(user)} />
              </Suspense>
            );
          }
          const shown = { label: t('apis.paging'), query: apis, openId, onDetails };
          return (
            <>
              {page.searchedFor && <p className="text-muted">{t('apis.searched-for', { words: page.searchedFor })}</p>}
              {params.view === 'list' ? (
                <Suspense fallback={<CardsSkeleton />}>
                  <ApiList {...shown} params={params} onParams={setParams} />
                </Suspense>
              ) : (
                <ApiCards {...shown} page={page} onPage={(next) => setParams({ page: next })} />
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
