import * as z from 'zod';
import { hasRole } from '#domain/core/actor.ts';
import { may } from '#domain/core/authorization.ts';
import { idParameter } from '#domain/core/id.ts';
import { missing, RefusedError, refuse } from '#domain/core/problem.ts';
import { deploymentDecider } from '#domain/deployment/decider.ts';
import type { DeploymentConfig } from '#domain/deployment/deployment.ts';
import { type Lockdown, lockedPathLimit } from '#domain/deployment/lockdown.ts';
import { type DeployBody, deployBody, requested } from '#domain/deployment/schema.ts';
import { saveOperations } from '#gateway/operations-store.ts';
import { randomId } from '#platform/uuid.ts';
import { runCommand } from '../http/command.ts';
import { invalidField } from '../http/invalid.ts';
import { newId } from '../http/new-id.ts';
import { authorizeOpenly, type Request, route } from '../http/route.ts';
import { checkUpstream } from '../http/upstream-policy.ts';
import { findApi } from '../queries/api.ts';
import { findDeployment } from '../queries/deployment.ts';
import { findUsableGateway } from '../queries/resource.ts';
import type { Services } from '../services.ts';
import { listOperations } from '../specs/list-operations.ts';
import { loadSpec } from '../specs/spec-store.ts';

type Api = NonNullable<Awaited<ReturnType<typeof findApi>>>;

/** What the current description lets callers do, kept for the worker. @throws RefusedError when that can't be told. */
const lockdownOf = async ({ db, pool }: Services, api: Api): Promise<Lockdown> => {
  const version = await db.selectFrom('apis').select('spec_hash').where('id', '=', api.id).executeTakeFirst();
  const spec = version && api.format !== 'pdf' ? await loadSpec(pool, version.spec_hash) : undefined;
  if (!spec) throw invalidField('enablePathLockdown', 'deployment.lockdown-no-paths');
  const operations = await listOperations(spec.bytes);
  if (operations.paths.length === 0) throw invalidField('enablePathLockdown', 'deployment.lockdown-no-paths');
  if (operations.paths.length > lockedPathLimit)
    throw invalidField('enablePathLockdown', 'deployment.lockdown-too-many');
  return { revision: api.revision, operations: await saveOperations(pool, operations) };
};

const responseOf = ({ responseTransformer }: DeployBody): DeploymentConfig['responseTransformer'] => {
  if (!responseTransformer?.enabled) return null;
  const { enabled: _enabled, ...lists } = responseTransformer;
  return lists;
};

const configOf = (body: DeployBody, lockdown: Lockdown | null): DeploymentConfig => ({
  name: body.name,
  environment: body.env,
  authentication: body.auth,
  contextPath: body.contextPath,
  upstreamUrl: body.upstreamUrl,
  gatewayId: body.kongServer,
  tokenExpiration: body.oAuth2Config.tokenExpiration,
  ratePerMinute: body.rateLimit.enabled ? body.rateLimit.ratePerMinute : null,
  allowedAddresses: body.ipRestriction.enabled ? body.ipRestriction.ips : null,
  refusesBots: body.botDetection.enabled,
  requestTransformer: body.requestTransformer,
  responseTransformer: responseOf(body),
  lockdown,
});

/** Service and route names are unique in an environment of a gateway. The gateway itself has the last word. */
const checkNames = async ({ services }: Request<unknown, unknown, unknown>, body: DeployBody) => {
  const taken = await services.db
    .selectFrom('deployments')
    .select(['name', 'context_path'])
    .where('gateway_id', '=', body.kongServer)
    .where('environment', '=', body.env)
    .$if(body.deploymentId !== undefined, (query) => query.where('id', '<>', body.deploymentId as number))
    .where((where) => where.or([where('name', '=', body.name), where('context_path', '=', body.contextPath)]))
    .execute();
  if (taken.some(({ name }) => name === body.name)) throw invalidField('name', 'deployment.name-taken');
  if (taken.length > 0) throw invalidField('contextPath', 'deployment.context-path-taken');
};

const check = async (request: Request<unknown, unknown, DeployBody>) => {
  const { actor, body, services } = request;
  const api = await findApi(services.db, body.id);
  if (!api) throw new RefusedError(missing());
  authorizeOpenly(actor, 'deployment.request', { applicationId: api.bizappId, organizationId: api.organizationId });
  if (api.state === 'deleting') throw new RefusedError(refuse('conflict', { code: 'api.deleting' }));
  if (api.format === 'pdf') throw new RefusedError(refuse('conflict', { code: 'api.document-only' }));
  // A change keeps the environment, so there is nothing to choose.
  if (body.deploymentId === undefined && !hasRole(actor, 'ROLE_PORTAL_ADMIN', 'ROLE_COMPANY_ADMIN'))
    throw invalidField('env', 'deployment.environment-not-yours');
  if (body.responseTransformer && !hasRole(actor, 'ROLE_PORTAL_ADMIN'))
    throw invalidField('responseTransformer', 'deployment.response-transformer-not-yours');
  if (!(await findUsableGateway(services.db, actor, body.kongServer)))
    throw invalidField('kongServer', 'deployment.gateway-unknown');
  if (body.deploymentId !== undefined) {
    const existing = await findDeployment(services.db, body.deploymentId);
    if (existing?.apiId !== body.id) throw new RefusedError(missing());
  }
  await checkUpstream(services.settings, body.upstreamUrl);
  await checkNames(request, body);
  return api;
};

export const deploymentCommands = [
  route({
    method: 'post',
    path: '/api/swagger/deploy',
    action: 'deployment.request',
    summary: 'Deploy an API to a gateway, or change the deployment named by `deploymentId`',
    body: deployBody,
    answer: requested,
    handle: async (request) => {
      const { body, services } = request;
      return await runCommand(request, body, async () => {
        const api = await check(request);
        const lockdown = body.enablePathLockdown ? await lockdownOf(services, api) : null;
        const deploymentId = body.deploymentId ?? (await newId(services.pool, 'deployment'));
        const operationId = randomId();
        return {
          decider: deploymentDecider,
          id: deploymentId,
          command: {
            type: 'RequestDeployment',
            data: {
              deploymentId,
              operationId,
              apiId: body.id,
              config: configOf(body, lockdown),
              keepsResponse: body.responseTransformer === undefined,
            },
          } as const,
          answer: { entityId: deploymentId, operationId },
        };
      });
    },
  }),
  route({
    method: 'delete',
    path: '/api/swaggers/deployment/{id}',
    action: 'deployment.remove',
    summary: 'Take a deployment off its gateway, with all its keys',
    parameters: z.object({ id: idParameter }),
    answer: requested,
    handle: async (request) => {
      const { actor, parameters, services } = request;
      return await runCommand(request, parameters, async () => {
        const deployment = await findDeployment(services.db, parameters.id);
        if (!deployment || !may(actor, 'deployment.read', deployment)) throw new RefusedError(missing());
        authorizeOpenly(actor, 'deployment.remove', deployment);
        const operationId = randomId();
        return {
          decider: deploymentDecider,
          id: parameters.id,
          command: { type: 'RequestUndeployment', data: { operationId } } as const,
          answer: { entityId: parameters.id, operationId },
        };
      });
    },
  }),
];
