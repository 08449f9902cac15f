import { useQuery } from '@tanstack/react-query';
import { BookText, FileCode2, Pencil } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { ApiDetail } from '#domain/api/schema.ts';
import { DockPanel } from '#web/components/dock-panel.tsx';
import { QueryView } from '#web/components/query-view.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { Tooltip } from '#web/components/ui/tooltip.tsx';
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

/** The dock's view of one API: name, version, edit, and what it is. */
export const ApiDetails = ({ id, children }: Props) => {
  const { t } = useTranslation();
  const api = useQuery(apiDetailOptions(Number(id)));
  return (
    <DockPanel
      title={api.data ? <bdi>{api.data.name}</bdi> : t('apis.details')}
      subtitle={api.data && t('apis.version', { version: api.data.version })}
      actions={
        api.data && (
          <>
            {api.data.format !== 'pdf' && (
              <Tooltip text={t('documentation.title')}>
                <Button variant="quiet" size="icon-small" asChild>
                  <Link href={`/swagger-page/${api.data.id}`} aria-label={t('documentation.title')}>
                    <BookText />
                  </Link>
                </Button>
              </Tooltip>
            )}
            {api.data.may.publish && (
              <Tooltip text={t('tools.edit-spec')}>
                <Button variant="quiet" size="icon-small" asChild>
                  <Link href={`/tools/editor?id=${api.data.id}`} aria-label={t('tools.edit-spec')}>
                    <FileCode2 />
                  </Link>
                </Button>
              </Tooltip>
            )}
            {api.data.may.publish && (
              <Tooltip text={t('apis.edit')}>
                <Button variant="quiet" size="icon-small" asChild>
                  <Link href={`/api-upload?id=${api.data.id}`} aria-label={t('apis.edit')}>
                    <Pencil />
                  </Link>
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
            <InfoCard api={detail} />
            {children(detail)}
          </>
        )}
      </QueryView>
    </DockPanel>
  );
};
