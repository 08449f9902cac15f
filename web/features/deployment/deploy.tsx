import { useQuery } from '@tanstack/react-query';
import { Copy, FileText, LockKeyhole } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useParams, useSearchParams } from 'wouter';
import type { ApiDetail } from '#domain/api/schema.ts';
import { useUser } from '../../api/session.tsx';
import { Empty } from '../../components/layout/empty.tsx';
import { Page } from '../../components/layout/page.tsx';
import { QueryView } from '../../components/layout/query-view.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { useErrorText } from '../../i18n/error-text.ts';
import { apiDetailOptions } from '../api/shared/queries.ts';
import { copiedDeployment } from './copy-values.ts';
import { DeployForm } from './deploy-form.tsx';
import { existingDeployment, newDeployment } from './deploy-values.ts';
import { deploymentOptions, environmentsOptions, gatewaysOptions, proposalOptions } from './shared/queries.ts';

/**
 * Returns whether the user sees the response transformer. Only portal administrators do (docs/product/deployments.md).
 */
const useSetsResponse = (): boolean => useUser().roles.includes('ROLE_PORTAL_ADMIN');

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

const NewDeployment = ({ api, environment }: { api: ApiDetail; environment: string | undefined }) => {
  const setsResponse = useSetsResponse();
  const environments = useQuery(environmentsOptions);
  const gateways = useQuery(gatewaysOptions);
  const proposals = useQuery(proposalOptions(api.id));
  return (
    <QueryView query={environments} skeleton={<FormSkeleton />}>
      {(open) => (
        <QueryView query={gateways} skeleton={<FormSkeleton />}>
          {(usable) => (
            <QueryView query={proposals} skeleton={<FormSkeleton />}>
              {(proposal) => (
                <DeployForm
                  api={api}
                  origin={environment ?? ''}
                  environments={open}
                  gateways={usable}
                  startValues={newDeployment(api, open, usable, { proposal, asked: environment, setsResponse })}
                  setsResponse={setsResponse}
                />
              )}
            </QueryView>
          )}
        </QueryView>
      )}
    </QueryView>
  );
};

/** A new deployment that begins with the values of another one. */
const CopyDeployment = ({ api, id }: { api: ApiDetail; id: number }) => {
  const { t } = useTranslation();
  const setsResponse = useSetsResponse();
  const original = useQuery({ ...deploymentOptions(id), refetchOnWindowFocus: false });
  const environments = useQuery(environmentsOptions);
  const gateways = useQuery(gatewaysOptions);
  return (
    <QueryView query={original} skeleton={<FormSkeleton />}>
      {(row) => (
        <QueryView query={environments} skeleton={<FormSkeleton />}>
          {(open) => (
            <QueryView query={gateways} skeleton={<FormSkeleton />}>
              {(usable) =>
                row.apiId === api.id ? (
                  <DeployForm
                    key={row.id}
                    api={api}
                    origin={`copy-${row.id}`}
                    environments={open}
                    gateways={usable}
                    startValues={copiedDeployment(row, api, open, usable, setsResponse)}
                    setsResponse={setsResponse}
                    original={row}
                  />
                ) : (
                  <Empty icon={Copy} title={t('errors.not-found')} />
                )
              }
            </QueryView>
          )}
        </QueryView>
      )}
    </QueryView>
  );
};

const ChangeDeployment = ({ api, id, answers }: { api: ApiDetail; id: number; answers: string | null }) => {
  const setsResponse = useSetsResponse();
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
              basedOn={row.basedOn}
              origin={row.operationId}
              environments={[row.env]}
              gateways={usable}
              startValues={existingDeployment(row, setsResponse)}
              setsResponse={setsResponse}
              {...(answers === null
                ? {}
                : { answers: { operationId: answers, isNewest: answers === row.operationId } })}
              revisions={{ locked: row.protection.lockedRevision, current: row.revision }}
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

/**
 * Deploys the API and environment in the path, changes the deployment in `?id=`, which may answer the failed operation in `?answers=`, or copies the
 * one in `?copy=`.
 */
export const Deploy = () => {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { id, env } = useParams<{ id: string; env?: string }>();
  const apiId = Number(id) || 0;
  const [search] = useSearchParams();
  const deploymentId = Number(search.get('id')) || undefined;
  const copied = Number(search.get('copy')) || undefined;
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
          if (detail.format === 'pdf')
            return <Empty icon={FileText} title={errorText({ code: 'api.document-only' })} />;
          if (deploymentId) return <ChangeDeployment api={detail} id={deploymentId} answers={search.get('answers')} />;
          return copied ? (
            <CopyDeployment api={detail} id={copied} />
          ) : (
            <NewDeployment key={`${detail.id}-${env}`} api={detail} environment={env?.toUpperCase()} />
          );
        }}
      </QueryView>
    </Page>
  );
};
