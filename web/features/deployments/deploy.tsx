import { useQuery } from '@tanstack/react-query';
import { LockKeyhole } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useParams, useSearchParams } from 'wouter';
import type { ApiDetail } from '#domain/api/schema.ts';
import { Empty } from '#web/components/empty.tsx';
import { Page } from '#web/components/page.tsx';
import { QueryView } from '#web/components/query-view.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { apiDetailOptions } from '../apis/queries.ts';
import { DeployForm } from './deploy-form.tsx';
import { existingDeployment, newDeployment } from './deploy-values.ts';
import { deploymentOptions, environmentsOptions, gatewaysOptions } from './queries.ts';

const FormSkeleton = () => (
  <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
    <div className="flex flex-col gap-5">
      <Skeleton className="h-64 w-full rounded-card" />
      <Skeleton className="h-40 w-full rounded-card" />
      <Skeleton className="h-64 w-full rounded-card" />
    </div>
    <Skeleton className="h-72 w-full rounded-card" />
  </div>
);

const NewDeployment = ({ api }: { api: ApiDetail }) => {
  const environments = useQuery(environmentsOptions);
  const gateways = useQuery(gatewaysOptions);
  return (
    <QueryView query={environments} skeleton={<FormSkeleton />}>
      {(open) => (
        <QueryView query={gateways} skeleton={<FormSkeleton />}>
          {(usable) => (
            <DeployForm
              api={api}
              environments={open}
              gateways={usable}
              startValues={newDeployment(api, open, usable)}
            />
          )}
        </QueryView>
      )}
    </QueryView>
  );
};

const ChangeDeployment = ({ api, id }: { api: ApiDetail; id: number }) => {
  const deployment = useQuery({ ...deploymentOptions(id), refetchOnWindowFocus: false });
  const gateways = useQuery(gatewaysOptions);
  return (
    <QueryView query={deployment} skeleton={<FormSkeleton />}>
      {(row) => (
        <QueryView query={gateways} skeleton={<FormSkeleton />}>
          {(usable) => (
            <DeployForm
              key={row.id}
              api={api}
              deploymentId={row.id}
              environments={[row.env]}
              gateways={usable}
              startValues={existingDeployment(row)}
            />
          )}
        </QueryView>
      )}
    </QueryView>
  );
};

const Forbidden = () => {
  const { t } = useTranslation();
  return (
    <Empty
      icon={LockKeyhole}
      title={t('deployments.forbidden-title')}
      text={t('deployments.forbidden-text')}
      action={
        <Button asChild>
          <Link href="/wall">{t('deployments.back')}</Link>
        </Button>
      }
    />
  );
};

/** Deploys the API in the path, or changes the deployment in `?id=`. */
export const Deploy = () => {
  const { t } = useTranslation();
  const apiId = Number(useParams<{ id: string }>().id) || 0;
  const [search] = useSearchParams();
  const deploymentId = Number(search.get('id')) || undefined;
  const api = useQuery({ ...apiDetailOptions(apiId), refetchInterval: false });
  const name = api.data?.name ?? '…';
  return (
    <Page
      title={deploymentId ? t('deployments.edit-title') : t('deployments.title')}
      description={deploymentId ? t('deployments.edit-text', { name }) : t('deployments.text', { name })}
    >
      <QueryView query={api} skeleton={<FormSkeleton />}>
        {(detail) => {
          if (!detail.may.deploy) return <Forbidden />;
          return deploymentId ? (
            <ChangeDeployment api={detail} id={deploymentId} />
          ) : (
            <NewDeployment key={detail.id} api={detail} />
          );
        }}
      </QueryView>
    </Page>
  );
};
