import { useQuery } from '@tanstack/react-query';
import { CircleCheck, KeyRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ApiDetail } from '#domain/api/schema.ts';
import type { DeploymentRow } from '#domain/deployment/row.ts';
import type { OrganizationOption } from '#domain/organization/row.ts';
import { useUser } from '../../api/session.tsx';
import { useMay } from '../../api/use-may.ts';
import { Empty } from '../../components/layout/empty.tsx';
import { QueryView } from '../../components/layout/query-view.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { apiDetailOptions } from '../api/shared/queries.ts';
import { organizationsOptions } from '../organization/shared/organizations.ts';
import { AddKeyForm } from './add-key-form.tsx';

/**
 * The API of a new key.
 *
 * @property organizationId, deploymentId chosen before. The organization can't be changed then.
 * @property isFresh the deployment was just made.
 */
export type KeyPlace = Readonly<{
  apiId: number;
  organizationId: number | undefined;
  deploymentId: number | undefined;
  isFresh?: boolean;
}>;

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

type BodyProps = Readonly<{
  api: ApiDetail;
  organizations: readonly OrganizationOption[];
  place: KeyPlace;
  onLeave: () => void;
}>;

const Body = ({ api, organizations, place: { organizationId, deploymentId, isFresh }, onLeave }: BodyProps) => {
  const { t } = useTranslation();
  const { options, mayReveal, mayChoose } = useChoosable(api, organizations);
  const deployed = api.deployments.filter(({ state }) => state === 'deployed');
  const chosen = deployed.find((deployment) => deployment.id === deploymentId);
  if (deployed.length === 0) {
    return <Empty icon={KeyRound} title={t('consumers.not-deployed-title')} text={t('consumers.not-deployed-text')} />;
  }
  return (
    <>
      {isFresh && chosen && <Deployed deployment={chosen} />}
      <AddKeyForm
        api={api}
        deployments={deployed}
        organizations={options}
        preset={{
          organizationId: options.some((organization) => organization.id === organizationId)
            ? organizationId
            : undefined,
          deploymentId: chosen?.id,
        }}
        mayReveal={mayReveal}
        mayChoose={mayChoose}
        onLeave={onLeave}
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

/** Adds a key to a deployment of an API. */
export const NewKey = ({ place, onLeave }: { place: KeyPlace; onLeave: () => void }) => {
  const api = useQuery(apiDetailOptions(place.apiId));
  const organizations = useQuery(organizationsOptions);
  const { apiId, organizationId, deploymentId } = place;
  return (
    <QueryView query={api} skeleton={<FormSkeleton />}>
      {(detail) => (
        <QueryView query={organizations} skeleton={<FormSkeleton />}>
          {(all) => (
            <Body
              key={`${apiId};${organizationId};${deploymentId}`}
              api={detail}
              organizations={all}
              place={place}
              onLeave={onLeave}
            />
          )}
        </QueryView>
      )}
    </QueryView>
  );
};
