import type { Problem } from '#domain/core/problem.ts';
import type { KongReader } from '../admin-api/client.ts';
import { type FoundEntity, referenceIn, tagsOf } from '../admin-api/entity.ts';
import { fieldOf, filledFrom } from '../admin-api/field-of.ts';
import type { GatewaySession, ReadingSession } from '../admin-api/session.ts';
import type { Step } from './difference.ts';
import { takesFrom } from './route-match.ts';

/**
 * Returns the kind of the first service or route whose name belongs to somebody else already. The gateway would refuse
 * it. To ask first means that nothing has to be undone.
 */
const takenName = async (
  client: KongReader,
  steps: readonly Step[],
  actual: readonly FoundEntity[],
): Promise<Problem | undefined> => {
  const named = steps.flatMap((step) => {
    if (step.kind !== 'put' || (step.entity.kind !== 'service' && step.entity.kind !== 'route')) return [];
    const { kind, id, label, body } = step.entity;
    const before = actual.find((entity) => entity.id === id)?.body.name;
    return typeof body.name === 'string' && body.name !== before ? [{ kind, id, label, name: body.name }] : [];
  });
  const found = await Promise.all(
    named.map(async ({ kind, id, label, name }) => {
      // Kong accepts a name instead of an id in its paths.
      const holder = await client.get({ kind, id: name, label });
      return holder && holder.id !== id ? kind : undefined;
    }),
  );
  const kind = found.find((each) => each !== undefined);
  if (kind === undefined) return undefined;
  const field = fieldOf(filledFrom({}), kind, 'name');
  return { code: 'gateway.name-taken', ...(field ? { field } : {}), parameters: { object: kind } };
};

const hostOf = (url: string): string => new URL(url).hostname;

/** Returns a route's path as people know it: `/orders-dev`. */
const pathOf = (paths: unknown): string | undefined =>
  Array.isArray(paths) ? paths.find((path) => typeof path === 'string') : undefined;

/**
 * Returns the problem of somebody else's route that would receive this deployment's calls, or lose its own calls to it.
 * The gateway refuses neither, so only this check finds out.
 *
 * @param path the path of the deployment: `/orders-dev`.
 */
const takenPath = async (
  { client, gateway, names }: GatewaySession<KongReader>,
  deploymentId: number,
  path: string,
  steps: readonly Step[],
): Promise<Problem | undefined> => {
  const placed = steps.filter(({ kind, entity }) => kind === 'put' && entity.kind === 'route');
  if (placed.length === 0) return undefined;
  const serviceId = names.serviceId(deploymentId);
  const methods = placed.every((step) => step.kind === 'put' && Array.isArray(step.entity.body.methods));
  const hosts = [gateway.apiUrl, gateway.apiSslUrl].filter((url) => url !== '').map(hostOf);
  const taken = (await client.list('route', [])).find(
    ({ body }) => referenceIn(body, 'service') !== serviceId && takesFrom(body, { path, methods, hosts }),
  );
  if (!taken) return undefined;
  return {
    code: 'gateway.path-taken',
    field: 'contextPath',
    parameters: { path, route: String(taken.body.name ?? pathOf(taken.body.paths) ?? taken.id) },
  };
};

/**
 * Returns why somebody else's entity prevents the steps: it has the same name, or its route takes the same calls.
 *
 * @param path the path of the deployment.
 */
export const whatIsInTheWay = async (
  session: GatewaySession<KongReader>,
  deploymentId: number,
  path: string,
  steps: readonly Step[],
  actual: readonly FoundEntity[],
): Promise<Problem | undefined> =>
  (await takenName(session.client, steps, actual)) ?? (await takenPath(session, deploymentId, path, steps));

/**
 * Returns the problem of somebody else's route to the deployment's service, which can't be removed until the route is
 * gone.
 */
export const foreignRoute = async (
  { client, names }: ReadingSession,
  deploymentId: number,
): Promise<Problem | undefined> => {
  const serviceId = names.serviceId(deploymentId);
  const found = (await client.routesTo(serviceId)).find(({ body }) => names.claimOf(tagsOf({ body })) === 'foreign');
  return found && { code: 'gateway.foreign-route', parameters: { route: String(found.body.name ?? found.id) } };
};
