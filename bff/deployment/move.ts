import { hasRole } from '#domain/core/actor.ts';
import { may } from '#domain/core/authorization.ts';
import { endOfDay } from '#domain/core/last-day.ts';
import { notFound, RefusedError, refuse } from '#domain/core/problem.ts';
import { getMove, moveDeployment, planMoveEnd } from '#domain/deployment/calls.ts';
import { deploymentDecider } from '#domain/deployment/decider.ts';
import { shownBy } from '#domain/deployment/form-values.ts';
import type { DeployBody } from '#domain/deployment/schema.ts';
import { loadState } from '#eventstore/load.ts';
import { loadOperations } from '#gateway/plan/operations-store.ts';
import { randomId } from '#platform/uuid.ts';
import { enterApi } from '../api/shared/enter-api.ts';
import { changesByTwo, enterAlone } from '../approval-rule/shared/needs-two.ts';
import { runCommand } from '../http/command.ts';
import { readGuards } from '../http/guards.ts';
import { authorizeOpenly, type Received, type ReceivedOf, route } from '../http/route.ts';
import { invalidField } from '../input/invalid.ts';
import { refuseReadOnly } from '../resource/shared/refuse-read-only.ts';
import { readMove } from './moves.ts';
import { findDeployment } from './queries.ts';
import { requestChange } from './request-change.ts';
import { checkDeployment } from './requested-deployment.ts';
import { guardsOfNew, guardsOfRedis } from './running-twin.ts';

const refused = (code: string) => new RefusedError(refuse('conflict', { code }));

/** Returns a deployment that the user may move. @throws RefusedError */
const movable = async ({ actor, services }: Received, id: number) => {
  const found = await findDeployment(services.db, id);
  if (!found || !may(actor, 'deployment.read', found)) throw new RefusedError(notFound());
  authorizeOpenly(actor, 'deployment.request', found);
  return found;
};

/** Returns the deployment that takes another one's place at another gateway. @throws RefusedError */
const checkedMove = async (request: ReceivedOf<typeof moveDeployment>, kongServer: number) => {
  const { actor, services, parameters } = request;
  // Of two moves at once one is refused.
  const once = await readGuards(services, [`move-${parameters.id}`], ['deployments']);
  const { moving, apiId } = await movable(request, parameters.id);
  if (moving) throw refused('deployment.move-under-way');
  const original = await loadState(services.store, deploymentDecider, parameters.id);
  if (original.status !== 'deployed') throw refused('deployment.move-not-deployed');
  if (original.wanted.gatewayId === kongServer) throw invalidField('kongServer', 'deployment.move-same-gateway');
  const config = { ...original.wanted, gatewayId: kongServer };
  // The form of the original, as if somebody had sent it. Who may not set the response transformer moves it as it is.
  const { responseTransformer, ...form } = shownBy(config, true);
  const sent = hasRole(actor, 'ROLE_PORTAL_ADMIN') ? { responseTransformer } : {};
  const body = { ...form, ...sent, id: apiId } as DeployBody;
  const places = await guardsOfNew(services, body);
  const guards = [...once, ...places, ...(await guardsOfRedis(services, body)), ...(await enterApi(services, apiId))];
  const { deploymentId } = await checkDeployment({ ...request, body }, true);
  if (deploymentId === undefined) throw new TypeError('the deployment has no id');
  return { deploymentId, apiId, config, follows: parameters.id, guards };
};

export const deploymentMoves = [
  route(getMove, {
    action: 'deployment.request',
    summary: 'How far the move of a deployment to another gateway is, and who still calls it at the old one',
    handle: async (request) => {
      const { id } = await movable(request, request.parameters.id);
      const move = await readMove(request.services.db, id);
      if (!move) throw new RefusedError(notFound());
      return move;
    },
  }),
  route(planMoveEnd, {
    action: 'deployment.remove',
    summary:
      'Say when the deployment that moves ends by itself: after a day, or when nobody has called it for some days',
    handle: async (request) => {
      const { actor, services, parameters, body } = request;
      return await runCommand(request, { ...parameters, ...body }, async () => {
        const deployment = await movable(request, parameters.id);
        authorizeOpenly(actor, 'deployment.remove', deployment);
        const move = deployment.moving?.isLeader ? await readMove(services.db, deployment.id) : undefined;
        if (!move) throw refused('deployment.move-none');
        if (deployment.kongServer) await refuseReadOnly(services.db, deployment.kongServer.id);
        const { endsOn, quietDays, seen } = body;
        if (endsOn !== null && Date.parse(endOfDay(endsOn)) <= services.now().getTime())
          throw invalidField('endsOn', 'deployment.move-end-past');
        const data = { followerId: move.follower.id, end: { endsOn, quietDays }, seen };
        return {
          decider: deploymentDecider,
          id: parameters.id,
          command: { type: 'PlanMoveEnd', data } as const,
          response: { entityId: parameters.id },
        };
      });
    },
  }),
  route(moveDeployment, {
    action: 'deployment.request',
    summary: 'Make a deployment at another gateway that takes the place of this one, with its keys',
    handle: async (request) => {
      const { services, parameters } = request;
      const { kongServer } = request.body;
      const content = { ...parameters, kongServer };
      const checked = () => checkedMove(request, kongServer);
      const found = await findDeployment(services.db, parameters.id);
      if (found && (await changesByTwo(services, found.env))) {
        return await requestChange(request, content, async () => {
          const { guards: _guards, ...move } = await checked();
          const { lockdown } = move.config;
          const operations = lockdown ? await loadOperations(services.pool, lockdown.operations) : undefined;
          return { ...move, operations };
        });
      }
      return await runCommand(request, content, async () => {
        const { guards: others, ...move } = await checked();
        const guards = [...others, ...(await enterAlone(services, move.config.environment))];
        const operationId = randomId();
        return {
          decider: deploymentDecider,
          id: move.deploymentId,
          isNew: true,
          guards,
          command: { type: 'RequestDeployment', data: { operationId, ...move } } as const,
          response: { entityId: move.deploymentId, operationId },
        };
      });
    },
  }),
];
