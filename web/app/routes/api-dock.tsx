import { lazy, Suspense } from 'react';
import type { ApiDetail } from '#domain/api/schema.ts';
import type { UserDetail } from '#domain/user/schema.ts';
import { useUser } from '../../api/session.tsx';
import { useMay } from '../../api/use-may.ts';
import type { DockViewProps } from '../../components/layout/dock-view-props.ts';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { AccessState } from '../../features/access/shared/access-state.tsx';
import { RequestAccess } from '../../features/access/shared/request-access.tsx';
import { ApiDetails } from '../../features/api/api-details.tsx';
import { CodeCard } from '../../features/code-generation/code-card.tsx';
import { KeysCard } from '../../features/consumer/keys-card.tsx';
import { DeploymentsCard } from '../../features/deployment/deployments-card.tsx';
import { HistoryCard } from '../../features/history/history-card.tsx';
import { VersionsCard } from '../../features/version/versions-card.tsx';

const ApiUseCard = lazy(async () => ({
  default: (await import('../../features/gateway-request/api-use-card.tsx')).ApiUseCard,
}));

/** Company admins and company users see the keys of their organization. So does everybody who may add keys. */
const seesKeys = (user: UserDetail, api: ApiDetail): boolean =>
  api.may.addKey || user.roles.some((role) => role === 'ROLE_COMPANY_ADMIN' || role === 'ROLE_COMPANY_USER');

const productOf = ({ id, name }: ApiDetail) => ({ type: 'api' as const, id, name });

/** One API in the dock: details, deployments, keys, generated code. */
export const ApiDock = ({ id }: DockViewProps) => {
  const user = useUser();
  const may = useMay();
  return (
    <ApiDetails id={id}>
      {(api) => (
        <>
          {(api.may.seeDeployments || api.deployments.length > 0) && <DeploymentsCard api={api} />}
          {seesKeys(user, api) && (
            <KeysCard api={api} actions={api.may.requestAccess && <RequestAccess product={productOf(api)} />}>
              {api.may.requestAccess && <AccessState product={productOf(api)} hasAccess={api.hasAccess} />}
            </KeysCard>
          )}
          {may('code.generate', { applicationId: api.bizappId }) && <CodeCard api={api} />}
          {api.deployments.length > 0 && (
            <Suspense fallback={<Skeleton className="h-32 w-full rounded-card" />}>
              <ApiUseCard apiId={api.id} />
            </Suspense>
          )}
          <VersionsCard api={api} />
          <HistoryCard apiId={api.id} />
        </>
      )}
    </ApiDetails>
  );
};
