import type { ApiDetail } from '#domain/api/schema.ts';
import type { UserDetail } from '#domain/user/schema.ts';
import { useUser } from '#web/api/session.tsx';
import { ApiDetails } from '#web/features/apis/api-details.tsx';
import { KeysCard } from '#web/features/consumers/keys-card.tsx';
import { DeploymentsCard } from '#web/features/deployments/deployments-card.tsx';
import type { DockViewProps } from './dock-view-props.ts';

/** Company admins and users see the keys of their organization; who may add keys sees them too (specification 1, section 6). */
const seesKeys = (user: UserDetail, api: ApiDetail): boolean =>
  api.may.addKey || user.roles.some((role) => role === 'ROLE_COMPANY_ADMIN' || role === 'ROLE_COMPANY_USER');

/** One API in the dock: what it is, where it is deployed, who has keys. */
export const ApiDock = ({ id }: DockViewProps) => {
  const user = useUser();
  return (
    <ApiDetails id={id}>
      {(api) => (
        <>
          {(api.may.seeDeployments || api.deployments.length > 0) && <DeploymentsCard api={api} />}
          {seesKeys(user, api) && <KeysCard api={api} />}
        </>
      )}
    </ApiDetails>
  );
};
