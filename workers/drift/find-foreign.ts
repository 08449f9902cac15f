import type { DeploymentConfig } from '#domain/deployment/deployment.ts';
import type { FoundEntity } from '#gateway/admin-api/entity.ts';
import type { GatewaySession } from '#gateway/admin-api/session.ts';
import { hostsOf } from '#gateway/change/in-the-way.ts';
import { type FoundForeign, foreignObjects } from '#gateway/drift/foreign-objects.ts';
import { proxyPath } from '#gateway/plan/plan-routes.ts';
import type { WorkerServices } from '../engine/worker-services.ts';
import { type Look, report } from './report.ts';

/**
 * Milliseconds before the last look. A route that is older was compared by it, or by the deploy of each deployment since. So
 * much may the clocks of the gateway and the database differ.
 */
const margin = 15 * 60_000;

type Row = Readonly<{ id: number; apiId: number; applied: DeploymentConfig }>;
type Known = Readonly<{ deploymentId: number; objectId: string }>;

/**
 * Finds somebody else's objects that are in the way of a gateway's deployments, and reports new ones, and those that are gone.
 * Nobody changes them.
 *
 * @returns all that are there now.
 */
export const findForeign = async (
  services: WorkerServices,
  { gateway, names }: GatewaySession,
  look: Look,
  all: readonly FoundEntity[],
  own: readonly FoundEntity[],
): Promise<readonly FoundForeign[]> => {
  const { pool, log } = services;
  const { gatewayId, before } = look;
  const { rows } = await pool.query<Row>(
    `select id, api_id as "apiId", applied from deployments where gateway_id = $1 and applied is not null`,
    [gatewayId],
  );
  const { rows: known } = await pool.query<Known>(
    `select deployment_id as "deploymentId", object_id as "objectId" from foreign_objects where gateway_id = $1`,
    [gatewayId],
  );
  const hosts = hostsOf(gateway);
  const found = await foreignObjects(names, {
    all,
    own,
    claims: rows.map(({ id, applied }) => ({
      deploymentId: id,
      claim: { path: proxyPath(applied), methods: applied.lockdown !== null, hosts },
    })),
    since: before ? (before.getTime() - margin) / 1_000 : 0,
    known: new Set(known.map(({ objectId }) => objectId)),
  });
  const apis = new Map(rows.map(({ id, apiId }) => [id, apiId]));
  const nameOf = ({ deploymentId, objectId }: Known) => `${deploymentId}/${objectId}`;
  const told = new Set(known.map(nameOf));
  for (const each of found) {
    const apiId = apis.get(each.deploymentId);
    if (apiId === undefined || told.has(nameOf(each))) continue;
    const data = { ...each, apiId, gatewayId, look: look.name };
    if (await report(services, look, each.deploymentId, { type: 'ReportForeign', data }, each.objectId))
      log.error({ gateway: gatewayId, ...each }, "somebody else's object is in the way of a deployment");
  }
  const still = new Set(found.map(nameOf));
  for (const { deploymentId, objectId } of known.filter((each) => !still.has(nameOf(each))))
    await report(services, look, deploymentId, { type: 'WithdrawForeign', data: { objectId } }, `no ${objectId}`);
  return found;
};
