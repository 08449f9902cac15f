import type { Problem } from '#domain/core/problem.ts';
import type { Gateway } from '#domain/resource/resource.ts';
import { canonicalAddress } from '#platform/ip-address.ts';
import type { KongReader } from '../admin-api/client.ts';
import { type FoundEntity, referenceIn, tagsOf } from '../admin-api/entity.ts';
import { fieldOf, filledFrom } from '../admin-api/field-of.ts';
import type { GatewaySession, ReadingSession } from '../admin-api/session.ts';
import type { Step } from './difference.ts';
import { type CalledAt, takesFrom } from './route-match.ts';

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

/** Returns the problem of an upstream with the name of the target's host: Kong prefers it, so its targets would get the calls. */
const takenHost = async (
  client: KongReader,
  steps: readonly Step[],
  actual: readonly FoundEntity[],
): Promise<Problem | undefined> => {
  for (const step of steps) {
    if (step.kind !== 'put' || step.entity.kind !== 'service') continue;
    const { id: serviceId, body } = step.entity;
    const { host } = body;
    if (typeof host !== 'string' || host === actual.find(({ id }) => id === serviceId)?.body.host) continue;
    // An upstream is named like a host, never like an address.
    if (canonicalAddress(host)) continue;
    if (await client.get({ kind: 'upstream', id: host, label: 'upstream' }))
      return { code: 'gateway.host-taken', field: 'upstreamUrl', parameters: { host } };
  }
  return undefined;
};

/** Returns how callers reach a gateway. */
export const calledAt = ({ apiUrl, apiSslUrl }: Pick<Gateway, 'apiUrl' | 'apiSslUrl'>): CalledAt => {
  const urls = [apiUrl, apiSslUrl].filter((url) => url !== '').map((url) => new URL(url));
  return { hosts: urls.map(({ host }) => host), isPlain: urls.some(({ protocol }) => protocol === 'http:') };
};

/**
 * @property path   of a deployment: `/orders-dev`.
 * @property former ids of the routes that it takes over. They may answer at its path until they are closed.
 */
export type Place = Readonly<{ path: string; former: readonly string[] }>;

/** Returns a route's path as people know it: `/orders-dev`. */
const pathOf = (paths: unknown): string | undefined =>
  Array.isArray(paths) ? paths.find((path) => typeof path === 'string') : undefined;

/**
 * Returns the problem of somebody else's route that would receive this deployment's calls, or lose its own calls to it.
 * The gateway refuses neither, so only this check finds out.
 *
 * @param path, former where the deployment answers.
 */
const takenPath = async (
  { client, gateway }: GatewaySession<KongReader>,
  { path, former }: Place,
  steps: readonly Step[],
  actual: readonly FoundEntity[],
): Promise<Problem | undefined> => {
  const placed = steps.filter(({ kind, entity }) => kind === 'put' && entity.kind === 'route');
  if (placed.length === 0) return undefined;
  const own = new Set([...actual.map(({ id }) => id), ...former]);
  const methods = placed.every((step) => step.kind === 'put' && Array.isArray(step.entity.body.methods));
  const claim = { path, methods, ...calledAt(gateway) };
  const taken = (await client.list('route', [])).find(({ id, body }) => !own.has(id) && takesFrom(body, claim));
  if (!taken) return undefined;
  return {
    code: 'gateway.path-taken',
    field: 'contextPath',
    parameters: { path, route: String(taken.body.name ?? pathOf(taken.body.paths) ?? taken.id) },
  };
};

/** Returns somebody else's route to a service that the steps remove. The gateway would refuse to remove the service. */
const routeAt = async ({ client, names }: ReadingSession, steps: readonly Step[]): Promise<FoundEntity | undefined> => {
  const services = steps.filter(({ kind, entity }) => kind === 'delete' && entity.kind === 'service');
  const routes = await Promise.all(services.map(({ entity }) => client.routesTo(entity.id)));
  return routes.flat().find((route) => names.claimOf(tagsOf(route)) === 'foreign');
};

/** Returns somebody else's plugin that the gateway would remove together with a service or route. */
const pluginAt = async (
  { client, names }: ReadingSession,
  steps: readonly Step[],
): Promise<FoundEntity | undefined> => {
  const removed = new Set(steps.filter(({ kind }) => kind === 'delete').map(({ entity }) => entity.id));
  const plugins = removed.size > 0 ? await client.list('plugin', []) : [];
  return plugins.find(
    (plugin) =>
      names.claimOf(tagsOf(plugin)) === 'foreign' &&
      (['service', 'route'] as const).some((field) => removed.has(referenceIn(plugin.body, field) ?? '')),
  );
};

/** Returns the problem of somebody else's route or plugin at entities that a change makes anew. */
export const foreignPart = async (session: ReadingSession, steps: readonly Step[]): Promise<Problem | undefined> => {
  const found = (await routeAt(session, steps)) ?? (await pluginAt(session, steps));
  if (!found) return undefined;
  const object = found.kind === 'route' ? `route ${found.body.name ?? found.id}` : found.label;
  return { code: 'gateway.foreign-part', parameters: { object } };
};

/**
 * Returns why somebody else's entity prevents the steps: it has the same name, its route takes the same calls, its upstream
 * would get them, or it would be removed.
 *
 * @param place of the deployment.
 */
export const whatIsInTheWay = async (
  session: GatewaySession<KongReader>,
  place: Place,
  steps: readonly Step[],
  actual: readonly FoundEntity[],
): Promise<Problem | undefined> =>
  (await takenName(session.client, steps, actual)) ??
  (await takenHost(session.client, steps, actual)) ??
  (await takenPath(session, place, steps, actual)) ??
  (await foreignPart(session, steps));

/**
 * Returns the problem of somebody else's route to the deployment's service, which can't be removed until the route is
 * gone.
 */
export const foreignRoute = async (session: ReadingSession, steps: readonly Step[]): Promise<Problem | undefined> => {
  const found = await routeAt(session, steps);
  return found && { code: 'gateway.foreign-route', parameters: { route: String(found.body.name ?? found.id) } };
};
