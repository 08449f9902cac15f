import { useQuery } from '@tanstack/react-query';
import { BookText, FileCode2, Pencil } from 'lucide-react';
import { type ComponentType, type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useSearch } from 'wouter';
import type { ApiDetail } from '#domain/api/schema.ts';
import { DockPanel } from '#web/components/dock-panel.tsx';
import { QueryView } from '#web/components/query-view.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { Tooltip } from '#web/components/ui/tooltip.tsx';
import { rememberApiDock } from '#web/components/use-dock.ts';
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
  const api = useQuery(apiDetailOptions(Number(id)));
  const [location] = useLocation();
  const search = useSearch();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address is another way back.
  useEffect(() => rememberApiDock(Number(id)), [id, location, search]);
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
            {api.data.may.publish && (
              <IconLink icon={FileCode2} label={t('tools.edit-spec')} href={`/tools/editor?id=${api.data.id}`} />
            )}
            {api.data.may.publish && (
              <IconLink icon={Pencil} label={t('apis.edit')} href={`/api-upload?id=${api.data.id}`} />
            )}
          </>
        )
      }
    >
      <QueryView query={api} skeleton={<CardsSkeleton />}>
        {(detail) => (
          <>
            <InfoCard api={detail} />
            {children(detail)}
          </>
        )}
      </QueryView>
    </DockPanel>
  );
};
