import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useSearch } from 'wouter';
import type { ApiDetail } from '#domain/api/schema.ts';
import { asProblem } from '../../api/problem-error.ts';
import { DockPanel } from '../../components/layout/dock-panel.tsx';
import { QueryView } from '../../components/layout/query-view.tsx';
import { rememberApiDock, useDock } from '../../components/layout/use-dock.ts';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { ApiActions } from './api-actions.tsx';
import { DeletingNotice } from './deleting-notice.tsx';
import { InfoCard } from './info-card.tsx';
import { apiDetailOptions } from './shared/queries.ts';

const DeleteApi = lazy(() => import('./delete-api.tsx').then((module) => ({ default: module.DeleteApi })));

const CardsSkeleton = () => (
  <div className="flex flex-col gap-4">
    <Skeleton className="h-60 w-full rounded-card" />
    <Skeleton className="h-32 w-full rounded-card" />
    <Skeleton className="h-32 w-full rounded-card" />
  </div>
);

type Props = Readonly<{
  id: string;
  /** Content of other features about the API, shown below its details. */
  children: (api: ApiDetail) => ReactNode;
}>;

/** The dock view of one API: name, version, edit, and details. */
export const ApiDetails = ({ id, children }: Props) => {
  const { t } = useTranslation();
  const dock = useDock();
  const api = useQuery(apiDetailOptions(Number(id)));
  const [location] = useLocation();
  const search = useSearch();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new address is a new way back.
  useEffect(() => rememberApiDock(Number(id)), [id, location, search]);
  /** Undefined until the first opening. */
  const [asksToDelete, setAsksToDelete] = useState<boolean>();
  // The user saw the deletion, and now the API is gone. Nothing is left to show.
  const isGone = api.data?.state === 'deleting' && api.error !== null && asProblem(api.error).status === 404;
  useEffect(() => {
    if (isGone) dock.closeAll();
  });
  return (
    <DockPanel
      title={api.data ? <bdi>{api.data.name}</bdi> : t('apis.details')}
      subtitle={api.data?.version && t('apis.version', { version: api.data.version })}
      toolbar={
        api.data && (
          <ApiActions api={api.data} onTry={() => dock.push('trial', id)} onDelete={() => setAsksToDelete(true)} />
        )
      }
    >
      <QueryView query={api} skeleton={<CardsSkeleton />}>
        {(detail) => (
          <>
            {detail.deletion && <DeletingNotice operationId={detail.deletion} />}
            <InfoCard api={detail} />
            {children(detail)}
            {asksToDelete !== undefined && (
              <Suspense fallback={null}>
                <DeleteApi api={detail} open={asksToDelete} onOpenChange={setAsksToDelete} />
              </Suspense>
            )}
          </>
        )}
      </QueryView>
    </DockPanel>
  );
};
