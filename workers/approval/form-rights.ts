import { isDeepStrictEqual } from 'node:util';
import type { ApprovedChange } from '#domain/approval/approval.ts';
import { type Actor, hasRole } from '#domain/core/actor.ts';
import { may } from '#domain/core/authorization.ts';
import { streamOf } from '#domain/core/id.ts';
import type { DeploymentConfig } from '#domain/deployment/deployment.ts';
import type { WorkerServices } from '../engine/worker-services.ts';

type Services = Pick<WorkerServices, 'store' | 'pool'>;
type Change = Extract<ApprovedChange, { kind: 'deployment' }>;

/** Returns the form that a change was filled in from; undefined: an empty one. A move has the form of its original. */
const formBefore = async (
  { store }: Services,
  { deploymentId, basis, follows }: Change,
): Promise<DeploymentConfig | undefined> => {
  const events = await store.read(streamOf('deployment', follows ?? deploymentId));
  const found = events.findLast(
    ({ type, data }) => type === 'DeploymentRequested' && (follows !== undefined || data.operationId === basis),
  );
  return found?.type === 'DeploymentRequested' ? found.data.to : undefined;
};

/** Returns whether an organization may use the gateway, and the Redis in which calls are counted. */
const mayUsePlaces = async (
  { pool }: Services,
  organizationId: number,
  { gatewayId, redis }: DeploymentConfig,
): Promise<boolean> => {
  const ids = [gatewayId, ...(redis ? [redis.resourceId] : [])];
  const { rowCount } = await pool.query(
    'select from resources where id = any($1::integer[]) and (is_public or $2 = any(organizations))',
    [ids, organizationId],
  );
  return rowCount === ids.length;
};

/**
 * Returns whether somebody who may deploy the API may fill the form in like this: what `bff/deployment/requested-deployment.ts` asks
 * for besides.
 */
export const mayFillIn = async (services: Services, actor: Actor, change: Change): Promise<boolean> => {
  if (hasRole(actor, 'ROLE_PORTAL_ADMIN')) return true;
  if (change.basis === null && !may(actor, 'deployment.choose-environment')) return false;
  const before = await formBefore(services, change);
  const wanted = change.config.responseTransformer;
  return (
    isDeepStrictEqual(wanted, before?.responseTransformer ?? null) &&
    (await mayUsePlaces(services, actor.organizationId, change.config))
  );
};
