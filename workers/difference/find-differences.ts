import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { byPortal } from '#domain/core/actor.ts';
import { streamOf } from '#domain/core/id.ts';
import { isRefusal } from '#domain/core/problem.ts';
import type { DeploymentConfig } from '#domain/deployment/deployment.ts';
import { differenceDecider } from '#domain/difference/decider.ts';
import type { DifferenceCommand, FoundDifference } from '#domain/difference/difference.ts';
import { differenceIdOf } from '#domain/difference/difference-id.ts';
import { execute } from '#eventstore/execute.ts';
import { type FoundEntity, numbersIn } from '#gateway/admin-api/entity.ts';
import type { GatewaySession } from '#gateway/admin-api/session.ts';
import { adoptedConfig } from '#gateway/drift/adoption.ts';
import { type Differing, described, differingObjects } from '#gateway/drift/differences.ts';
import type { FoundForeign } from '#gateway/drift/foreign-objects.ts';
import { type Held, heldIn } from '#gateway/drift/lost-objects.ts';
import { onlyOfDeployment } from '#gateway/plan/own-entities.ts';
import { planDeployment } from '#gateway/plan/plan.ts';
import { porticoNamespace, uuidV5 } from '#platform/uuid.ts';
import { targetOf } from '../deployment/lost-protection.ts';
import { atPlace } from '../drift/at-place.ts';
import type { Look } from '../drift/report.ts';
import type { WorkerServices } from '../engine/worker-services.ts';
import { mirrorSource } from '../gateway/mirror/mirror-source.ts';
import { compareDeployment } from './compare-deployment.ts';

/** What a look sees. @property foreign others' objects that change the calls of deployments. */
type Seen = Readonly<{
  all: readonly FoundEntity[];
  own: readonly FoundEntity[];
  foreign: readonly FoundForeign[];
}>;

type Row = Readonly<{ id: number; apiId: number; applied: DeploymentConfig; updatedAt: Date }>;
type Known = Readonly<{ deploymentId: number; objectId: string; digest: string }>;

/** Deployments that serve. Whoever works on one compares by themselves. */
const servingOn = async ({ pool }: WorkerServices, gatewayId: number): Promise<readonly Row[]> => {
  const { rows } = await pool.query<Row>(
    `select id, api_id as "apiId", applied, updated_at as "updatedAt" from deployments
     where gateway_id = $1 and state = 'deployed' and not exists (
       select from operations where place = 'deployment-' || deployments.id
         and operations.state in ('requested', 'started', 'waiting'))
     order by id`,
    [gatewayId],
  );
  return rows;
};

/** Differences that were found before and are still there, as the read tables know them. */
const knownOn = async ({ pool }: WorkerServices, gatewayId: number): Promise<readonly Known[]> => {
  const { rows } = await pool.query<Known>(
    `select deployment_id as "deploymentId", object_id as "objectId", digest from differences
     where resource_id = $1 and deployment_id is not null and state <> 'answered' and not is_protection`,
    [gatewayId],
  );
  return rows;
};

const report = async (
  { store }: WorkerServices,
  look: Look,
  id: string,
  command: DifferenceCommand,
): Promise<boolean> => {
  const name = `look/${look.name}/difference/${id}`;
  const done = await execute({
    store,
    decider: differenceDecider,
    id,
    command,
    meta: {
      actor: byPortal,
      commandId: uuidV5(porticoNamespace, name),
      correlationId: uuidV5(porticoNamespace, name),
      time: new Date().toISOString(),
    },
  });
  if (isRefusal(done)) throw new Error(done.problems[0].code);
  return done.events.length > 0;
};

const later = (one: Date, other: Date | null): Date => (other && other > one ? other : one);

/** Returns others' objects that change the calls of a deployment, as the look has read them. */
const foreignAt = (deploymentId: number, { foreign }: Seen): Differing[] =>
  foreign
    .filter((each) => each.deploymentId === deploymentId)
    .map(({ entity }) => ({ form: 'foreign', entity, applied: undefined, held: entity.body }));

/** Reports all that is not as it was applied at one deployment, and what is so again. */
const reportAt = async (
  services: WorkerServices,
  session: GatewaySession,
  look: Look,
  { id, apiId, updatedAt }: Row,
  foreign: readonly Differing[],
  known: readonly Known[],
): Promise<void> => {
  const compared = await compareDeployment(services, session, id);
  if (!compared) return;
  const { target, deployment, differing } = compared;
  const intactAt = later(updatedAt, look.before).toISOString();
  const there = new Set<string>();
  for (const each of [...differing, ...foreign]) {
    const found: FoundDifference = {
      ...(await described(mirrorSource(services, session), each)),
      deploymentId: id,
      apiId,
      gatewayId: look.gatewayId,
      intactAt,
      isAdoptable: each.form !== 'foreign' && adoptedConfig(target, deployment.wanted, each) !== undefined,
    };
    there.add(found.objectId);
    const command = { type: 'ReportDifference', data: found } as const;
    if (await report(services, look, differenceIdOf(id, found.objectId), command)) {
      const { label, form } = found;
      services.log.warn(
        { gateway: look.gatewayId, deploymentId: id, label, form },
        'an object is not as it was applied',
      );
    }
  }
  for (const { objectId } of known.filter((each) => !there.has(each.objectId)))
    await report(services, look, differenceIdOf(id, objectId), { type: 'WithdrawDifference', data: {} });
};

/** Returns the difference's names in the same words as those of the read tables, to compare both. */
const namesOf = (differences: readonly Pick<Known, 'objectId' | 'digest'>[]): string =>
  differences
    .map(({ objectId, digest }) => `${objectId}/${digest}`)
    .sort()
    .join();

type Suspecting = Readonly<{ held: Held; own: readonly FoundEntity[]; telemetryKey: string }>;

const suspected = async (
  services: WorkerServices,
  session: GatewaySession,
  { id, applied }: Row,
  { held, own, telemetryKey }: Suspecting,
): Promise<Differing[]> => {
  const target = await targetOf(services, session, id, applied, own, telemetryKey);
  const plain = onlyOfDeployment(session.names, id, own);
  return differingObjects(planDeployment(target).entities, held, plain);
};

/**
 * Finds what of Portico's on a gateway is not as it was applied, beside what protects it, and others' objects that take or change calls. Each
 * is an event once, and again when it changes. Nothing is changed: a person answers (docs/decisions/0113-drift-waits-for-an-answer.md).
 *
 * Like that of losses, the first comparison uses the read tables. What differs from what is known is compared again with the log,
 * while nobody else works at the deployment.
 */
export const findDifferences = async (
  services: WorkerServices,
  session: GatewaySession,
  look: Look,
  seen: Seen,
): Promise<void> => {
  const { worker, lease, log } = services;
  const { gatewayId } = look;
  const rows = await servingOn(services, gatewayId);
  const knownOf = Map.groupBy(await knownOn(services, gatewayId), ({ deploymentId }) => deploymentId);
  const ownOf = Map.groupBy(seen.own, (entity) => numbersIn(session.names, [entity], 'deployment')[0]);
  const held = heldIn(seen.all);
  const telemetryKey = rows.length > 0 ? await session.telemetryKey() : '';
  for (const row of rows) {
    const { id } = row;
    try {
      const known = knownOf.get(id) ?? [];
      const foreign = foreignAt(id, seen);
      const differing = await suspected(services, session, row, { held, own: ownOf.get(id) ?? [], telemetryKey });
      const source = mirrorSource(services, session);
      const found = [];
      for (const each of [...differing, ...foreign]) found.push(await described(source, each));
      if (namesOf(found) === namesOf(known)) continue;
      const place = { name: streamOf('deployment', id), holder: worker, milliseconds: lease, rank: 1 };
      await atPlace(services, place, look, () => reportAt(services, session, look, row, foreign, known));
    } catch (error) {
      // One deployment that can't be compared hides no other.
      log.warn({ gateway: gatewayId, deploymentId: id, reason: String(error) }, 'cannot compare a deployment');
    }
    // Thousands of them are compared: others' work goes on in between.
    await yieldToOthers();
  }
};
