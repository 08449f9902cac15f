import { useQuery } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { ApiDetail } from '#domain/api/schema.ts';
import type { UserDetail } from '#domain/user/schema.ts';
import { useUser } from '#web/api/session.tsx';
import { DockPanel } from '#web/components/dock-panel.tsx';
import { QueryView } from '#web/components/query-view.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { Tooltip } from '#web/components/ui/tooltip.tsx';
import { KeysCard } from '../consumers/keys-card.tsx';
import { DeploymentsCard } from '../deployments/deployments-card.tsx';
import { InfoCard } from './info-card.tsx';
import { apiDetailOptions } from './queries.ts';

/** Company admins and users see the keys of their organization; who may add keys sees them too (specification 1, section 6). */
const seesKeys = (user: UserDetail, api: ApiDetail): boolean =>
  api.may.addKey || user.roles.some((role) => role === 'ROLE_COMPANY_ADMIN' || role === 'ROLE_COMPANY_USER');

const CardsSkeleton = () => (
  <div className="flex flex-col gap-4">
    <Skeleton className="h-60 w-full rounded-card" />
    <Skeleton className="h-32 w-full rounded-card" />
    <Skeleton className="h-32 w-full rounded-card" />
  </div>
);

/** The dock's view of one API: what it is, where it is deployed, who has keys. */
export const ApiDetails = ({ id }: { id: string }) => {
  const { t } = useTranslation();
  const user = useUser();
  const api = useQuery(apiDetailOptions(Number(id)));
  return (
    <DockPanel
      title={api.data ? <bdi>{api.data.name}</bdi> : t('apis.details')}
      subtitle={api.data && t('apis.version', { version: api.data.version })}
      actions={
        api.data?.may.publish && (
          <Tooltip text={t('apis.edit')}>
            <Button variant="quiet" size="icon-small" asChild>
              <Link href={`/api-upload?id=${api.data.id}`} aria-label={t('apis.edit')}>
                <Pencil />
              </Link>
            </Button>
          </Tooltip>
        )
      }
    >
      <QueryView query={api} skeleton={<CardsSkeleton />}>
        {(detail) => (
          <>
            <InfoCard api={detail} />
            {(detail.may.seeDeployments || detail.deployments.length > 0) && <DeploymentsCard api={detail} />}
            {seesKeys(user, detail) && <KeysCard api={detail} />}
          </>
        )}
      </QueryView>
    </DockPanel>
  );
};
