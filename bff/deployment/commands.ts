import { may } from '#domain/core/authorization.ts';
import { notFound, RefusedError } from '#domain/core/problem.ts';
import { deploy, getLosingKeysOfDeployment, removeDeployment } from '#domain/deployment/calls.ts';
import { deploymentDecider } from '#domain/deployment/decider.ts';
import { shownBy } from '#domain/deployment/form-values.ts';
import { guardOf } from '#eventstore/guards.ts';
import { saveOperations } from '#gateway/plan/operations-store.ts';
import { randomId } from '#platform/uuid.ts';
import { enterApi } from '../api/shared/enter-api.ts';
import { changesByTwo, enterAlone } from '../approval-rule/shared/needs-two.ts';
import { runCommand } from '../http/command.ts';
import { refuseWhileUsed } from '../http/in-use.ts';
import { authorizeOpenly, type Received, type ReceivedOf, route } from '../http/route.ts';
import { answering } from '../operation/shared/answering.ts';
import { ofDeployment, readLosingKeys } from '../sql/losing-keys.ts';
import { deploymentUses } from '../sql/uses.ts';
import { refuseEnd } from './moves.ts';
import { findDeployment } from './queries.ts';
import { requestChange, type WantedChange } from './request-change.ts';
import { requestedDeployment } from './requested-deployment.ts';
import { findRunningTwin, guardsOfNew, guardsOfRedis } from './running-twin.ts';

const takenCodes = ['deployment.name-taken', 'deployment.context-path-taken', 'form.older', 'answer.overtaken'];
const isTaken = ({ refusal }: RefusedError): boolean => takenCodes.includes(refusal.problems[0].code);

/** Returns a deployment that the user may remove. @throws RefusedError */
const removable = async ({ actor, services }: Received, id: number) => {
  const deployment = await findDeployment(services.db, id);
  if (!deployment || !may(actor, 'deployment.read', deployment)) throw new RefusedError(notFound());
  authorizeOpenly(actor, 'deployment.remove', deployment);
  return deployment;
};

/**
 * Returns the guard that keeps keys off a deployment that goes: whoever adds one at the same moment passes it. A removal takes those
 * before it along, undoing a deployment does not.
 *
 * @throws RefusedError
 */
const guardsOfRemoval = async (request: Received, deployment: Awaited<ReturnType<typeof removable>>) => {
  const guards = await request.services.store.readGuards([guardOf(deploymentDecider, deployment.id)]);
  await refuseWhileUsed(request, deploymentUses, deployment.id);
  return guards;
};

/** Returns the failed deployment that a form answers. @throws RefusedError */
const answered = (request: ReceivedOf<typeof deploy>) =>
  answering(request, { kind: 'deploy', noun: 'deployment', id: request.body.deploymentId });

/** Returns what the deploy form asks a second person for. @throws RefusedError */
const wantedChange = async (request: ReceivedOf<typeof deploy>): Promise<WantedChange> => {
  const { body } = request;
  const { deploymentId, ...wanted } = await requestedDeployment(request, { takesId: true });
  if (deploymentId === undefined) throw new TypeError('the deployment has no id');
  return {
    ...wanted,
    deploymentId,
    apiId: body.id,
    ...(await answered(request)),
    form: {
      basedOn: body.basedOn,
      shows: (state) => (state.status === 'none' ? {} : shownBy(state.wanted, !wanted.keepsResponse)),
    },
  };
};

export const deploymentCommands = [
  route(deploy, {
    action: 'deployment.request',
    summary: 'Deploy an API to a gateway, or change the deployment named by `deploymentId`',
    answers: true,
    handle: async (request) => {
      const { body, services } = request;
      if (await changesByTwo(services, body.env))
        return await requestChange(request, body, () => wantedChange(request));
      const done = runCommand(request, body, async () => {
        const isNew = body.deploymentId === undefined;
        const places = isNew ? await guardsOfNew(services, body) : [];
        const redis = await guardsOfRedis(services, body);
        const { operations, deploymentId, ...wanted } = await requestedDeployment(request, { takesId: true });
        const alone = await enterAlone(services, body.env);
        const guards = [...places, ...redis, ...(await enterApi(services, body.id)), ...alone];
        if (deploymentId === undefined) throw new TypeError('the deployment has no id');
        if (operations) await saveOperations(services.pool, operations);
        const operationId = randomId();
        return {
          decider: deploymentDecider,
          id: deploymentId,
          isNew,
          guards,
          ...(await answered(request)),
          command: {
            type: 'RequestDeployment',
            data: { deploymentId, operationId, apiId: body.id, ...wanted },
          } as const,
          form: {
            basedOn: body.basedOn,
            shows: (state) => (state.status === 'none' ? {} : shownBy(state.wanted, !wanted.keepsResponse)),
          },
          response: { entityId: deploymentId, operationId },
        };
      });
      return await done.catch(async (error: unknown) => {
        // The request is allowed: it was refused for what the first one of its kind has taken.
        const twin =
          error instanceof RefusedError && isTaken(error) ? await findRunningTwin(services, body) : undefined;
        if (!twin) throw error;
        return twin;
      });
    },
  }),
  route(getLosingKeysOfDeployment, {
    action: 'deployment.remove',
    summary: 'Whose keys stop with a deployment, and how much its API was called there in the last 30 days',
    handle: async (request) => {
      const { id, apiId, env } = await removable(request, request.parameters.id);
      return await readLosingKeys(request.services, ofDeployment({ id, apiId, environment: env }));
    },
  }),
  route(removeDeployment, {
    action: 'deployment.remove',
    summary: 'Take a deployment off its gateway, with all its keys',
    handle: async (request) => {
      const { parameters } = request;
      return await runCommand(request, parameters, async () => {
        const deployment = await removable(request, parameters.id);
        await refuseEnd(request.services.db, deployment);
        const guards = await guardsOfRemoval(request, deployment);
        const operationId = randomId();
        return {
          decider: deploymentDecider,
          id: parameters.id,
          guards,
          command: { type: 'RequestUndeployment', data: { operationId } } as const,
          response: { entityId: parameters.id, operationId },
        };
      });
    },
  }),
];
