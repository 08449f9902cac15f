import { may } from '#domain/core/authorization.ts';
import { notFound, RefusedError, refuse } from '#domain/core/problem.ts';
import { withoutPath } from '#domain/deployment/base-path.ts';
import type { DeploymentConfig } from '#domain/deployment/deployment.ts';
import {
  callableOperations,
  countPaths,
  lockedPathLimit,
  type SpecOperations,
  unreachedPaths,
} from '#domain/deployment/lockdown.ts';
import { fieldOfWish, lackedBy, unmetBy } from '#domain/deployment/needed-plugins.ts';
import { redisVersion, takesRedis } from '#domain/deployment/redis-version.ts';
import type { DeployBody } from '#domain/deployment/schema.ts';
import { readOnlyCode } from '#domain/resource/read-only.ts';
import { operationsHash } from '#gateway/plan/operations-store.ts';
import { findDescription, requireSpec, storedDocument } from '../api/shared/description.ts';
import { refuseDeleting } from '../api/shared/row.ts';
import { listOperations } from '../documents/list-operations.ts';
import { authorizeOpenly, type Received } from '../http/route.ts';
import { fieldNotYours, invalidField } from '../input/invalid.ts';
import { findDeployFacts } from './deploy-facts.ts';
import { followerRefused } from './moves.ts';
import { configOf } from './wire.ts';

type Described = Readonly<{ revision: number; operations: SpecOperations }>;

/** Returns the operations of the current description and its revision. @throws RefusedError when they can't be read. */
const described = async ({ actor, body, c, services }: Received<unknown, unknown, DeployBody>): Promise<Described> => {
  const description = requireSpec(await findDescription(services, body.id));
  const document = storedDocument(services, description);
  const operations = callableOperations(await listOperations(document, { by: actor, signal: c.req.raw.signal }));
  return { revision: description.revision, operations };
};

/**
 * Checks whether operations can be locked.
 *
 * @throws RefusedError when the form was filled in for another revision, or the target does not lead to all of them.
 */
const checkLockdown = (body: DeployBody, { revision, operations }: Described): void => {
  if (body.revision !== undefined && body.revision !== revision)
    throw new RefusedError(refuse('conflict', { code: 'deployment.description-changed' }));
  if (operations.paths.length === 0) throw invalidField('enablePathLockdown', 'deployment.lockdown-no-paths');
  if (countPaths(operations) > lockedPathLimit)
    throw invalidField('enablePathLockdown', 'deployment.lockdown-too-many');
  const [unreached] = unreachedPaths(operations, body.upstreamUrl);
  if (unreached)
    throw invalidField('upstreamUrl', 'deployment.target-misses-path', {
      path: unreached.path,
      basePath: unreached.basePath || '/',
      target: withoutPath(body.upstreamUrl),
    });
};

/**
 * @property deploymentId of the form, or a new one; undefined when none is taken.
 * @property redis        in which calls are counted.
 */
type Checked = Readonly<{ deploymentId: number | undefined; redis: DeploymentConfig['redis'] }>;

/**
 * Checks the deploy form against what there is. @throws RefusedError
 *
 * @param takesId whether a new deployment gets its id.
 */
export const checkDeployment = async (
  { actor, body, services }: Received<unknown, unknown, DeployBody>,
  takesId: boolean,
): Promise<Checked> => {
  const facts = await findDeployFacts(services, actor, body, takesId && body.deploymentId === undefined);
  if (!facts) throw new RefusedError(refuse('not-found', { code: 'deployment.api-gone' }));
  authorizeOpenly(actor, 'deployment.request', { applicationId: facts.application_id, apiId: body.id });
  refuseDeleting(facts.state);
  if (facts.spec_format === 'pdf') throw new RefusedError(refuse('conflict', { code: 'api.document-only' }));
  // A change can't change the environment.
  if (body.deploymentId === undefined && !may(actor, 'deployment.choose-environment'))
    throw fieldNotYours('env', 'deployment.environment-not-yours', {
      action: 'deployment.choose-environment',
      apiId: body.id,
    });
  if (body.responseTransformer && !may(actor, 'deployment.transform-response'))
    throw fieldNotYours('responseTransformer', 'deployment.response-transformer-not-yours', {
      action: 'deployment.transform-response',
      apiId: body.id,
    });
  if (!facts.has_gateway) throw invalidField('kongServer', 'deployment.gateway-unknown');
  if (facts.gateway_has_database === false) throw invalidField('kongServer', readOnlyCode);
  const { enabled, redis: redisId } = body.rateLimit;
  const redis = enabled && redisId ? { resourceId: redisId, name: facts.redis_name ?? '' } : null;
  if (redis && facts.redis_name === null) throw invalidField('rateLimit.redis', 'deployment.redis-unknown');
  if (redis && !takesRedis(facts.gateway_version))
    throw invalidField('rateLimit.redis', 'deployment.gateway-too-old', {
      version: facts.gateway_version ?? '',
      needed: redisVersion,
    });
  // Known from the last look at the gateway, half a minute ago. Without one, the gateway itself refuses.
  const [unmet] = unmetBy(lackedBy(facts.gateway_plugins), body);
  if (unmet) throw invalidField(fieldOfWish(unmet.wish), 'deployment.gateway-lacks-plugin', { plugin: unmet.plugin });
  if (body.deploymentId !== undefined && !facts.has_deployment) throw new RefusedError(notFound());
  if (facts.follows_at !== null) throw followerRefused(facts.follows_at);
  const wrong = await services.targets(body.upstreamUrl, facts.admin_urls);
  if (wrong) throw invalidField('upstreamUrl', wrong);
  // The gateway may still refuse a name.
  if (facts.name_taken) throw invalidField('name', 'deployment.name-taken');
  if (facts.path_taken) throw invalidField('contextPath', 'deployment.context-path-taken');
  return { deploymentId: body.deploymentId ?? facts.new_id ?? undefined, redis };
};

/**
 * @property deploymentId of the form, or a new one; undefined in a preview of a new deployment.
 * @property operations the operations that a lockdown allows; undefined without a lockdown.
 * @property keepsResponse whether the response transformer stays as it is.
 */
export type RequestedDeployment = Readonly<{
  deploymentId: number | undefined;
  config: DeploymentConfig;
  keepsResponse: boolean;
  operations: SpecOperations | undefined;
}>;

/**
 * Checks the deploy form and returns what it requests. Stores nothing.
 *
 * @param takesId whether a new deployment gets its id.
 * @throws RefusedError
 */
export const requestedDeployment = async (
  request: Received<unknown, unknown, DeployBody>,
  { takesId }: Readonly<{ takesId: boolean }>,
): Promise<RequestedDeployment> => {
  const { body } = request;
  const { deploymentId, redis } = await checkDeployment(request, takesId);
  const found = body.enablePathLockdown || body.cors.enabled ? await described(request) : undefined;
  const locked = body.enablePathLockdown ? found : undefined;
  if (locked) checkLockdown(body, locked);
  const lockdown = locked ? { revision: locked.revision, operations: operationsHash(locked.operations) } : null;
  const methods = found?.operations.paths.flatMap((path) => path.methods) ?? [];
  return {
    deploymentId,
    config: configOf(body, lockdown, methods, redis),
    keepsResponse: body.responseTransformer === undefined,
    operations: locked?.operations,
  };
};
