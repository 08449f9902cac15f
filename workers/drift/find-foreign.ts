import type { DeploymentConfig } from '#domain/deployment/deployment.ts';
import { type ForeignKind, foreignStreamId } from '#domain/drift/drift.ts';
import type { FoundEntity } from '#gateway/admin-api/entity.ts';
import type { GatewaySession } from '#gateway/admin-api/session.ts';
import { calledAt } from '#gateway/change/in-the-way.ts';
import { type FoundForeign, foreignObjects } from '#gateway/drift/foreign-objects.ts';
import { allWhole, foreignName } from '#gateway/drift/whole-foreign.ts';
import { proxyPath } from '#gateway/plan/plan-routes.ts';
import type { WorkerServices } from '../engine/worker-services.ts';
import { type Look, report } from './report.ts';

/**
 * Milliseconds before the last look. A route that is older was compared by it, with each deployment that has not changed since. So much
 * may the clocks of the gateway and the database differ, and the read tables be behind.
 */
const margin = 15 * 60_000;

type Row = Readonly<{ id: number; apiId: number; applied: DeploymentConfig; updatedAt: Date }>;
type Known = Readonly<{ deploymentId: number; objectId: string; kind: ForeignKind }>;

/** Returns how a gateway is called, as a look remembers it. */
export const addressesOf = (gateway: GatewaySession['gateway']): string => JSON.stringify(calledAt(gateway));

/**
 * Finds somebody else's objects that change the calls of a gateway's deployments, and reports new ones, and those that are gone.
 * Nobody changes them.
 *
 * @returns all that are there now.
 */
export const findForeign = async (
  services: WorkerServices,
  { gateway, client, names }: GatewaySession,
  look: Look,
  all: readonly FoundEntity[],
  own: readonly FoundEntity[],
): Promise<readonly FoundForeign[]> => {
  const { pool, log } = services;
  const { gatewayId } = look;
  const { rows } = await pool.query<Row>(
    `select id, api_id as "apiId", applied, updated_at as "updatedAt" from deployments where gateway_id = $1 and applied is not null`,
    [gatewayId],
  );
  const { rows: known } = await pool.query<Known>(
    `select deployment_id as "deploymentId", object_id as "objectId", kind from foreign_objects where gateway_id = $1`,
    [gatewayId],
  );
  const called = calledAt(gateway);
  // At another address, older routes may take calls that they did not take before.
  const before = look.calledAt === addressesOf(gateway) ? look.before : null;
  const compared = before ? before.getTime() - margin : 0;
  const seen = await foreignObjects(names, {
    all,
    own,
    claims: rows.map(({ id, applied, updatedAt }) => ({
      deploymentId: id,
      claim: { path: proxyPath(applied), methods: applied.lockdown !== null, ...called },
      // One that is new or elsewhere since the last look was never compared with older routes.
      since: updatedAt.getTime() < compared ? compared / 1_000 : 0,
    })),
    known: new Set(known.map(({ objectId }) => objectId)),
  });
  const found = await allWhole(client, seen);
  const apis = new Map(rows.map(({ id, apiId }) => [id, apiId]));
  const placeOf = (deploymentId: number, objectId: string) => `${deploymentId}/${objectId}`;
  const told = new Set(known.map(({ deploymentId, objectId }) => placeOf(deploymentId, objectId)));
  for (const { deploymentId, keyId, entity } of found) {
    const { id: objectId, kind } = entity;
    const apiId = apis.get(deploymentId);
    if (apiId === undefined || told.has(placeOf(deploymentId, objectId))) continue;
    const named = { name: foreignName(entity), ...(keyId !== undefined && { keyId }) };
    const object = { deploymentId, apiId, gatewayId, objectId, kind, ...named };
    const command = { type: 'ReportForeign', data: { ...object, look: look.name } } as const;
    if (await report(services, look, foreignStreamId(deploymentId, object), command, objectId))
      log.error({ gateway: gatewayId, ...object }, "somebody else's object takes or changes calls of a deployment");
  }
  const still = new Set(found.map(({ deploymentId, entity }) => placeOf(deploymentId, entity.id)));
  for (const object of known) {
    const { deploymentId, objectId } = object;
    if (still.has(placeOf(deploymentId, objectId))) continue;
    const command = { type: 'WithdrawForeign', data: { objectId } } as const;
    await report(services, look, foreignStreamId(deploymentId, object), command, `no ${objectId}`);
  }
  return found;
};
