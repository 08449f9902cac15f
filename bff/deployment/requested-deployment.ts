import { type Expression, sql } from 'kysely';
import { hasRole } from '#domain/core/actor.ts';
import { type Environment, environments, nameInEnvironment } from '#domain/core/environment.ts';
import { notFound, RefusedError, refuse } from '#domain/core/problem.ts';
import type { DeploymentConfig } from '#domain/deployment/deployment.ts';
import { gatewayServiceName } from '#domain/deployment/gateway-name.ts';
import { lockedPathLimit, type SpecOperations } from '#domain/deployment/lockdown.ts';
import type { DeployBody } from '#domain/deployment/schema.ts';
import { adminUrls } from '#gateway/admin-urls.ts';
import { operationsHash } from '#gateway/operations-store.ts';
import { findApi, refuseDeleting } from '../api/api-row.ts';
import { findDescription, requireSpec, storedDocument } from '../api/description.ts';
import { listOperations } from '../documents/list-operations.ts';
import { authorizeOpenly, type Request } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { invalidField } from '../input/invalid.ts';
import { findUsableGateway } from '../resource/queries.ts';
import { findDeployment } from './queries.ts';
import { configOf } from './wire.ts';

/**
 * Returns the operations of the current description and its revision.
 *
 * @throws RefusedError when the operations can't be read, or the form was filled in for another revision.
 */
const lockdownOf = async ({
  actor,
  body,
  c,
  services,
}: Request<unknown, unknown, DeployBody>): Promise<Readonly<{ revision: number; operations: SpecOperations }>> => {
  const description = requireSpec(await findDescription(services, body.id));
  const { revision } = description;
  if (body.revision !== undefined && body.revision !== revision)
    throw new RefusedError(refuse('conflict', { code: 'deployment.description-changed' }));
  const document = storedDocument(services, description);
  const operations = await listOperations(document, { by: actor, signal: c.req.raw.signal });
  if (operations.paths.length === 0) throw invalidField('enablePathLockdown', 'deployment.lockdown-no-paths');
  if (operations.paths.length > lockedPathLimit)
    throw invalidField('enablePathLockdown', 'deployment.lockdown-too-many');
  return { revision, operations };
};

/** Returns each environment with the name that becomes `gatewayName` there: `orders-dev` is also `orders` in DEV. */
const namesBehind = (gatewayName: string): { environment: Environment; name: string }[] =>
  environments.flatMap((environment) => {
    const suffix = nameInEnvironment('', environment);
    return gatewayName.endsWith(suffix) && gatewayName.length > suffix.length
      ? [{ environment, name: gatewayName.slice(0, gatewayName.length - suffix.length) }]
      : [];
  });

/**
 * Checks that service and route names are unique on the gateway, in the form that they have there: hyphens for spaces, and
 * with the environment. The gateway itself checks again.
 */
const checkNames = async ({ db }: Services, body: DeployBody) => {
  const services = namesBehind(gatewayServiceName(body.name, body.env));
  const routes = namesBehind(nameInEnvironment(body.contextPath, body.env));
  const asService = sql<string>`regexp_replace(trim(name), '\\s+', '-', 'g')`;
  const asRoute = sql<string>`context_path`;
  const isTaken = async (spelling: Expression<string>, names: typeof services): Promise<boolean> => {
    const found = await db
      .selectFrom('deployments')
      .select('id')
      .where('gateway_id', '=', body.kongServer)
      .$if(body.deploymentId !== undefined, (query) => query.where('id', '<>', body.deploymentId as number))
      .where((where) =>
        where.or(
          names.map(({ environment, name }) =>
            where.and([where('environment', '=', environment), where(spelling, '=', name)]),
          ),
        ),
      )
      .limit(1)
      .executeTakeFirst();
    return found !== undefined;
  };
  if (await isTaken(asService, services)) throw invalidField('name', 'deployment.name-taken');
  if (await isTaken(asRoute, routes)) throw invalidField('contextPath', 'deployment.context-path-taken');
};

const check = async ({ actor, body, services }: Request<unknown, unknown, DeployBody>): Promise<void> => {
  const api = await findApi(services.db, body.id);
  if (!api) throw new RefusedError(refuse('not-found', { code: 'deployment.api-gone' }));
  authorizeOpenly(actor, 'deployment.request', { applicationId: api.bizappId, organizationId: api.organizationId });
  refuseDeleting(api.state);
  if (api.format === 'pdf') throw new RefusedError(refuse('conflict', { code: 'api.document-only' }));
  // A change can't change the environment.
  if (body.deploymentId === undefined && !hasRole(actor, 'ROLE_PORTAL_ADMIN', 'ROLE_COMPANY_ADMIN'))
    throw invalidField('env', 'deployment.environment-not-yours');
  if (body.responseTransformer && !hasRole(actor, 'ROLE_PORTAL_ADMIN'))
    throw invalidField('responseTransformer', 'deployment.response-transformer-not-yours');
  if (!(await findUsableGateway(services.db, actor, body.kongServer)))
    throw invalidField('kongServer', 'deployment.gateway-unknown');
  if (body.deploymentId !== undefined) {
    const existing = await findDeployment(services.db, body.deploymentId);
    if (existing?.apiId !== body.id) throw new RefusedError(notFound());
  }
  const wrong = await services.targets(body.upstreamUrl, await adminUrls(services.pool));
  if (wrong) throw invalidField('upstreamUrl', wrong);
  await checkNames(services, body);
};

/**
 * @property operations the operations that a lockdown allows; undefined without a lockdown.
 * @property keepsResponse whether the response transformer stays as it is.
 */
export type RequestedDeployment = Readonly<{
  config: DeploymentConfig;
  keepsResponse: boolean;
  operations: SpecOperations | undefined;
}>;

/** Checks the deploy form and returns what it requests. Stores nothing. @throws RefusedError */
export const requestedDeployment = async (
  request: Request<unknown, unknown, DeployBody>,
): Promise<RequestedDeployment> => {
  const { body } = request;
  await check(request);
  const locked = body.enablePathLockdown ? await lockdownOf(request) : undefined;
  const lockdown = locked ? { revision: locked.revision, operations: operationsHash(locked.operations) } : null;
  return {
    config: configOf(body, lockdown),
    keepsResponse: body.responseTransformer === undefined,
    operations: locked?.operations,
  };
};
