import { useQuery } from '@tanstack/react-query';
import { BookText, FileCode2, Pencil, Play, Trash2 } from 'lucide-react';
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useSearch } from 'wouter';
import type { ApiDetail } from '#domain/api/schema.ts';
import { asProblem } from '#web/api/problem-error.ts';
import { DockPanel } from '#web/components/dock-panel.tsx';
import { QueryView } from '#web/components/query-view.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { Tooltip } from '#web/components/ui/tooltip.tsx';
import { rememberApiDock, useDock } from '#web/components/use-dock.ts';
import { DeleteApi } from './delete-api.tsx';
import { DeletingNotice } from './deleting-notice.tsx';
import { InfoCard } from './info-card.tsx';
import { apiDetailOptions } from './queries.ts';

const CardsSkeleton = () => (
  <div className="flex flex-col gap-4">
    <Skeleton className="h-60 w-full rounded-card" />
    <Skeleton className="h-32 w-full rounded-card" />
    <Skeleton className="h-32 w-full rounded-card" />
  </div>
);

type Props = Readonly<{
  id: string;
  /** What other parts of the product know about it, below what it is. */
  children: (api: ApiDetail) => ReactNode;
}>;

const IconLink = ({ icon: Icon, label, href }: { icon: ComponentType; label: string; href: string }) => (
  <Tooltip text={label}>
    <Button variant="quiet" size="icon-small" asChild>
      <Link href={href} aria-label={label}>
        <Icon />
      </Link>
    </Button>
  </Tooltip>
);

/** The dock's view of one API: name, version, edit, and what it is. */
export const ApiDetails = ({ id, children }: Props) => {
  const { t } = useTranslation();
  const dock = useDock();
  const api = useQuery(apiDetailOptions(Number(id)));
  const [location] = useLocation();
  const search = useSearch();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address is another way back.
  useEffect(() => rememberApiDock(Number(id)), [id, location, search]);
  const [asksToDelete, setAsksToDelete] = useState(false);
  // It was seen going, and now it is gone: there is nothing left to show.
  const isGone = api.data?.state === 'deleting' && api.error !== null && asProblem(api.error).status === 404;
  useEffect(() => {
    if (isGone) dock.closeAll();
  });
  return (
    <DockPanel
      title={api.data ? <bdi>{api.data.name}</bdi> : t('apis.details')}
      subtitle={api.data && t('apis.version', { version: api.data.version })}
      actions={
        api.data && (
          <>
            {api.data.format !== 'pdf' && (
              <IconLink icon={BookText} label={t('documentation.title')} href={`/swagger-page/${api.data.id}`} />
            )}
            {api.data.format !== 'pdf' && (
              <Tooltip text={t('trial.title')}>
                <Button
                  variant="quiet"
                  size="icon-small"
                  aria-label={t('trial.title')}
                  onClick={() => dock.push('trial', id)}
                >
                  <Play className="rtl:-scale-x-100" />
                </Button>
              </Tooltip>
            )}
            {api.data.may.publish && (
              <IconLink icon={FileCode2} label={t('tools.edit-spec')} href={`/tools/editor?id=${api.data.id}`} />
            )}
            {api.data.may.publish && (
              <IconLink icon={Pencil} label={t('apis.edit')} href={`/api-upload?id=${api.data.id}`} />
            )}
            {api.data.may.delete && (
              <Tooltip text={t('apis.delete')}>
                <Button
                  variant="quiet"
                  size="icon-small"
                  aria-label={t('apis.delete')}
                  onClick={() => setAsksToDelete(true)}
                >
                  <Trash2 />
                </Button>
              </Tooltip>
            )}
          </>
        )
      }
    >
      <QueryView query={api} skeleton={<CardsSkeleton />}>
        {(detail) => (
          <>
            {detail.deletion && <DeletingNotice operationId={detail.deletion} />}
            <InfoCard api={detail} />
            {children(detail)}
            <DeleteApi api={detail} open={asksToDelete} onOpenChange={setAsksToDelete} />
          </>
        )}
      </QueryView>
    </DockPanel>
  );
};
