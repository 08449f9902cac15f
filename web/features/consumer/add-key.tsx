import { useQuery } from '@tanstack/react-query';
import { CircleCheck, KeyRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ApiDetail } from '#domain/api/schema.ts';
import type { DeploymentRow } from '#domain/deployment/row.ts';
import type { OrganizationOption } from '#domain/organization/row.ts';
import { useUser } from '../../api/session.tsx';
import { useMay } from '../../api/use-may.ts';
import { DockPanel } from '../../components/layout/dock-panel.tsx';
import { Empty } from '../../components/layout/empty.tsx';
import { QueryView } from '../../components/layout/query-view.tsx';
import { useDock } from '../../components/layout/use-dock.ts';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { apiDetailOptions } from '../api/shared/queries.ts';
import { organizationsOptions } from '../organization/shared/organizations.ts';
import { AddKeyForm } from './add-key-form.tsx';

/** Reads `3`, `3;2` or `3;;9`: the API, the chosen organization, and the new deployment. */
const parse = (id: string) => {
  const [apiId, organizationId, deploymentId] = id.split(';').map((part) => Number(part) || undefined);
  return { apiId: apiId ?? 0, organizationId, deploymentId };
};

const Deployed = ({ deployment }: { deployment: DeploymentRow }) => {
  const { t } = useTranslation();
  return (
    <p
      role="status"
      className="flex items-center gap-2 rounded-card bg-success/10 px-3 py-2.5 font-medium text-success"
    >
      <CircleCheck className="size-4 shrink-0" />
      {t('consumers.deployed', { environment: deployment.env })}
    </p>
  );
};

/** Returns the organizations that this user may add a key for. */
const useChoosable = (api: ApiDetail, organizations: readonly OrganizationOption[]) => {
  const user = useUser();
  const may = useMay();
  const allowed = (action: 'consumer.add' | 'consumer.reveal', { id, external }: OrganizationOption) =>
    may(action, {
      applicationId: api.bizappId,
      organizationId: id,
      organizationExternal: external,
      // The server reports this only for the user's own organization. For others it does not matter here.
      granted: id === user.organizationId && api.hasAccess,
    });
  return {
    // The keys of a deactivated organization don't work.
    options: organizations.filter((organization) => !organization.deactivated && allowed('consumer.add', organization)),
    mayReveal: (organization: OrganizationOption) => allowed('consumer.reveal', organization),
    mayChoose: {
      limit: may('consumer.limit', { applicationId: api.bizappId }),
      transform: may('consumer.transform', { applicationId: api.bizappId }),
    },
  };
};

const Body = ({
  api,
  organizations,
  id,
}: {
  api: ApiDetail;
  organizations: readonly OrganizationOption[];
  id: string;
}) => {
  const { t } = useTranslation();
  const { organizationId, deploymentId } = parse(id);
  const { options, mayReveal, mayChoose } = useChoosable(api, organizations);
  const dock = useDock();
  const deployed = api.deployments.filter(({ state }) => state === 'deployed');
  const fresh = deployed.find((deployment) => deployment.id === deploymentId);
  if (deployed.length === 0) {
    return <Empty icon={KeyRound} title={t('consumers.not-deployed-title')} text={t('consumers.not-deployed-text')} />;
  }
  // The details are in the panel below, or replace this one.
  const leave = () => (dock.stack.at(-2)?.kind === 'api' ? dock.close() : dock.swap('api', api.id));
  return (
    <>
      {fresh && <Deployed deployment={fresh} />}
      <AddKeyForm
        api={api}
        deployments={deployed}
        organizations={options}
        preset={{
          organizationId: options.some((organization) => organization.id === organizationId)
            ? organizationId
            : undefined,
          deploymentId: fresh?.id,
        }}
        mayReveal={mayReveal}
        mayChoose={mayChoose}
        onLeave={leave}
      />
    </>
  );
};

const FormSkeleton = () => (
  <div className="flex flex-col gap-5">
    <Skeleton className="h-14 w-full" />
    <Skeleton className="h-14 w-full" />
    <Skeleton className="h-14 w-full" />
  </div>
);

/** The dock view that adds a key to a deployment. */
export const AddKey = ({ id }: { id: string }) => {
  const { t } = useTranslation();
  const api = useQuery(apiDetailOptions(parse(id).apiId));
  const organizations = useQuery(organizationsOptions);
  return (
    <DockPanel title={t('consumers.form-title')} subtitle={api.data && <bdi>{api.data.name}</bdi>}>
      <QueryView query={api} skeleton={<FormSkeleton />}>
        {(detail) => (
          <QueryView query={organizations} skeleton={<FormSkeleton />}>
            {(all) => <Body key={id} api={detail} organizations={all} id={id} />}
          </QueryView>
        )}
      </QueryView>
    </DockPanel>
  );
};
