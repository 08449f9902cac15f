import { approvalRuleDecider, approvalRuleId, needsTwo } from '#domain/approval-rule/approval-rule.ts';
import { deploymentDecider } from '#domain/deployment/decider.ts';
import { takeOverDecider } from '#domain/take-over/decider.ts';
import type { TakeOver, TakeOverRequest } from '#domain/take-over/take-over.ts';
import { takeOverIdOf } from '#domain/take-over/take-over-id.ts';
import { loadState } from '#eventstore/load.ts';
import type { GatewaySession } from '#gateway/admin-api/session.ts';
import { isClosed } from '#gateway/change/closed-route.ts';
import { closedRoutes } from '#gateway/change/stages.ts';
import { listedOfDeployment } from '#gateway/plan/own-entities.ts';
import { porticoNamespace, uuidV5 } from '#platform/uuid.ts';
import { expectSoon } from '../engine/expect-soon.ts';
import type { Handler, Waiting } from '../engine/handler.ts';
import { NotReadyError, PermanentError, type Run, SupersededError } from '../engine/run.ts';
import type { WorkerServices } from '../engine/worker-services.ts';
import { withGateway } from '../gateway/gateway-session.ts';
import { secretOf } from '../gateway/guard.ts';
import { waitUntilInForce } from '../gateway/in-force.ts';
import { untilKnownEverywhere } from '../gateway/known-everywhere.ts';
import { admitCallers, releaseCallers } from './callers.ts';
import { assertAsSeen, closeBefore, routesBefore } from './close-before.ts';
import { hasBegunWithKeys, haveAllKeys, takeKeys } from './take-keys.ts';

type Asked = Exclude<TakeOver, { status: 'none' }>;

/** Returns what was asked for. @throws SupersededError when there is a newer request, or somebody has stopped it. */
const current = async (run: Run): Promise<Asked> => {
  const state = await loadState(run.services.store, takeOverDecider, run.subject.id);
  if (state.status === 'none' || state.operationId !== run.operationId) throw new SupersededError();
  return state;
};

const deploymentOf = ({ services }: Pick<Run, 'services'>, { deploymentId }: TakeOverRequest) =>
  loadState(services.store, deploymentDecider, deploymentId);

/**
 * So many services of a gateway are taken over at once, in the order in which people asked. The others wait, so that they can still be
 * stopped, and so that the gateway is not read whole for hundreds at the same time.
 */
const atOnce = 10;

/** Returns how many have to end before this one may begin, according to the read tables. */
const aheadOf = async ({ pool }: WorkerServices, { operationId, gatewayId, serviceId }: Asked): Promise<number> => {
  const { rows } = await pool.query<{ before: number }>(
    `select (select count(*)::int from take_overs other where other.gateway_id = own.gateway_id and other.state = 'taking'
       and (other.decided_at, other.id) < (own.decided_at, own.id)) as before
     from take_overs own where own.id = $1 and own.operation_id = $2`,
    [takeOverIdOf(gatewayId, serviceId), operationId],
  );
  // Until the read tables know of it, its place is not known.
  const before = rows[0]?.before ?? atOnce;
  return Math.max(0, before - atOnce + 1);
};

/**
 * Lets the callers call the deployment, and requests it, beside the service.
 *
 * @throws SupersededError when somebody has stopped it. From here on nobody can.
 */
const begin = async (run: Run, asked: Asked): Promise<void> => {
  const { deploymentId, apiId, config } = asked;
  if (!asked.hasBegun && (await aheadOf(run.services, asked)) > 0) throw new NotReadyError({ code: 'take-over.turn' });
  await run.decide(takeOverDecider, run.subject.id, {
    type: 'BeginTakeOver',
    data: { operationId: run.operationId },
  });
  // It may have been asked for, and have waited, before the rule. A rule that is set from here on comes after it.
  const rule = await loadState(run.services.store, approvalRuleDecider, approvalRuleId);
  if (needsTwo(rule, config.environment)) throw new PermanentError({ code: 'take-over.two-people' });
  await untilKnownEverywhere(run, config.gatewayId, async (session) => {
    await assertAsSeen(run, session, asked);
    await admitCallers(run, session, asked);
  });
  const operationId = uuidV5(porticoNamespace, `take-over/${run.operationId}/deploy`);
  await run.decide(deploymentDecider, deploymentId, {
    type: 'RequestDeployment',
    data: { deploymentId, operationId, apiId, config },
  });
};

/** @throws NotReadyError while it is being made; PermanentError when it could not be, or somebody has removed it. */
const assertDeployed = async (run: Run, asked: Asked): Promise<void> => {
  const { status } = await deploymentOf(run, asked);
  if (status === 'none') await begin(run, asked);
  if (status === 'none' || status === 'deploying') throw new NotReadyError({ code: 'take-over.deploying' });
  if (status !== 'deployed') throw new PermanentError({ code: 'take-over.not-deployed' });
};

/** Closes the deployment's routes, so that those of before answer alone. */
const closeDeployment = async (run: Run, session: GatewaySession, deploymentId: number): Promise<void> => {
  const closing = closedRoutes(await listedOfDeployment(session, deploymentId), secretOf(run));
  for (const route of closing) {
    await run.assertCurrent();
    await session.client.put(route, route.body);
  }
  const desired = closing.map(({ body: _body, ...route }) => ({ ...route, body: {} }));
  if (closing.length > 0) await waitUntilInForce({ run, session, deploymentId, stage: 'change', desired, wrote: true });
};

/** Returns whether what it waits for is under way, or how many are ahead of it, according to the read tables. */
const isHeldUp = async ({ services, subject }: Waiting): Promise<boolean | number> => {
  const asked = await loadState(services.store, takeOverDecider, subject.id);
  if (asked.status !== 'taking') return false;
  if (!asked.hasBegun) return await aheadOf(services, asked);
  const { rowCount } = await services.pool.query(
    `select from deployments where id = $1 and state = 'deploying'
     union all select from consumers where deployment_id = $1 and state = 'adding'`,
    [asked.deploymentId],
  );
  return rowCount !== 0;
};

/**
 * Puts somebody else's service under the portal (docs/decisions/0117-take-over.md). The deployment and the keys are made by operations
 * of their own. Each request has the same id when it is repeated, so after a crash the next attempt continues.
 */
export const takeOver: Handler = {
  run: async (run) => {
    const asked = await current(run);
    // An attempt before this one has said so.
    if (asked.status === 'taken') return;
    await assertDeployed(run, asked);
    await withGateway(run, asked.gatewayId, async (session) => {
      if (!(await hasBegunWithKeys(run, asked))) await closeBefore(run, session, asked);
      await takeKeys(run, session, asked);
    });
    await expectSoon(run, () => haveAllKeys(run, asked), { code: 'take-over.keys-left' });
    await withGateway(run, asked.gatewayId, (session) => releaseCallers(run, session, asked));
    await run.decide(takeOverDecider, run.subject.id, {
      type: 'ConfirmTakeOver',
      data: { operationId: run.operationId },
    });
  },

  // Before the routes are closed, all becomes as it was. Afterwards the deployment serves the callers, and support replays.
  restore: async (run) => {
    const asked = await current(run);
    const { deploymentId } = asked;
    const { status } = await deploymentOf(run, asked);
    const isThere = status !== 'none' && status !== 'removed' && status !== 'undeploying';
    const goesBack = await withGateway(run, asked.gatewayId, async (session) => {
      if ((await routesBefore(session, asked)).some(isClosed)) return false;
      if (isThere) await closeDeployment(run, session, deploymentId);
      await releaseCallers(run, session, asked);
      return true;
    });
    if (!goesBack || !isThere) return;
    const operationId = uuidV5(porticoNamespace, `take-over/${run.operationId}/undeploy`);
    await run.decide(deploymentDecider, deploymentId, { type: 'RequestUndeployment', data: { operationId } });
  },

  fail: (run) =>
    run.decide(takeOverDecider, run.subject.id, { type: 'FailTakeOver', data: { operationId: run.operationId } }),

  isHeldUp,
};
