import type { ApiDetail } from '#domain/api/schema.ts';
import type { UserDetail } from '#domain/user/schema.ts';
import { apiDockAddress } from '../../components/layout/use-dock.ts';

/**
 * Returns the address after a completed deployment. A new deployment leads to the gallery with the create-consumer
 * parameters, with the organization only for a company admin. A changed deployment already has its keys and leads back
 * to the details.
 */
export const afterDeploy = (
  user: Pick<UserDetail, 'roles' | 'organizationId'>,
  api: Pick<ApiDetail, 'id' | 'name'>,
  { isNew, deploymentId }: { isNew: boolean; deploymentId: number | undefined },
): string => {
  if (!isNew) return apiDockAddress(api.id);
  const parameters = new URLSearchParams({ action: 'create-consumer', id: String(api.id), name: api.name });
  if (user.roles.includes('ROLE_COMPANY_ADMIN')) parameters.set('org', String(user.organizationId));
  if (deploymentId !== undefined) parameters.set('deployment', String(deploymentId));
  return `/wall?${parameters}`;
};
