import type { TakeOverRequest } from '#domain/take-over/take-over.ts';
import type { EntityReference, FoundEntity } from '#gateway/admin-api/entity.ts';
import type { GatewaySession } from '#gateway/admin-api/session.ts';
import { isClosed } from '#gateway/change/closed-route.ts';
import { probeAtOnce } from '#gateway/change/probe.ts';
import { closedRoutes } from '#gateway/change/stages.ts';
import { proxyPath } from '#gateway/plan/plan-routes.ts';
import { refusalsOf } from '#gateway/take-over/judge-service.ts';
import { probeMark } from '#gateway/telemetry/probe-header.ts';
import { crashPoint } from '#platform/crash-point.ts';
import { someAtOnce } from '#platform/some-at-once.ts';
import { NotInForceError, PermanentError, type Run } from '../engine/run.ts';
import { secretOf } from '../gateway/guard.ts';
import { waitUntilInForce } from '../gateway/in-force.ts';
import { type ReadService, readService } from './read-service.ts';

/** Calls at once through the proxy. */
const atOnce = 8;
/** With a lower limit no key is tried: the call would count, and its caller would miss it. */
const leastLimit = 100;

/** Reads the routes that answered before, as far as they are there. */
export const routesBefore = async (
  { client }: GatewaySession,
  { config }: TakeOverRequest,
): Promise<readonly FoundEntity[]> => {
  const references = (config.former?.routes ?? []).map(
    ({ id }): EntityReference => ({ kind: 'route', id, label: 'route' }),
  );
  const found = await someAtOnce(atOnce, references, (route) => client.get(route));
  return found.filter((route) => route !== undefined);
};

/** @throws PermanentError when the service is another one than the person saw, or can't be taken over any more. */
export const assertAsSeen = async (
  { services }: Pick<Run, 'services'>,
  session: GatewaySession,
  { seen, serviceId }: TakeOverRequest,
): Promise<ReadService> => {
  const read = await readService(services, session, serviceId);
  if (!read) throw new PermanentError({ code: 'gateway-object.gone' });
  if (read.state !== seen || refusalsOf(read.foreign).length > 0)
    throw new PermanentError({ code: 'take-over.changed' });
  return read;
};

/**
 * Calls the deployment with each key, as its callers will. It asks for the headers alone (HEAD). What can't be seen from here
 * proves nothing, and holds up nothing.
 *
 * @throws NotInForceError when a key is refused.
 */
const proveKeys = async (
  run: Run,
  { gateway }: GatewaySession,
  { config }: TakeOverRequest,
  keys: readonly string[],
): Promise<void> => {
  if (config.ratePerMinute !== null && config.ratePerMinute < leastLimit) return;
  const path = `${proxyPath(config)}/`;
  const mark = probeMark(run.services.vault);
  await someAtOnce(atOnce, keys, async (apikey) => {
    const [seen] = await probeAtOnce(gateway.apiUrl, { method: 'HEAD', path, apikey }, mark, 1);
    // The list of addresses is checked after the key, and this worker may not be on it.
    const isRefused = seen?.status === 401 || (seen?.status === 403 && !config.allowedAddresses);
    if (isRefused) throw new NotInForceError({ code: 'gateway.not-live' });
  });
  await run.record('probe', path, 'verified');
};

/**
 * Closes the routes that answered before, once the deployment has proved that it answers their callers. Both answer until
 * then, and both answers are right. Nothing is deleted.
 *
 * @throws PermanentError `take-over.changed` when somebody has changed the service since; then nothing is closed.
 */
export const closeBefore = async (run: Run, session: GatewaySession, asked: TakeOverRequest): Promise<void> => {
  const routes = await routesBefore(session, asked);
  if (!routes.some(isClosed)) {
    const { foreign, keys } = await assertAsSeen(run, session, asked);
    const held = foreign.callers.flatMap((caller) => caller.keys.map(({ id }) => keys.get(id)));
    await proveKeys(
      run,
      session,
      asked,
      held.filter((key) => key !== undefined),
    );
  }
  const closing = closedRoutes(routes, secretOf(run));
  for (const route of closing) {
    await run.assertCurrent();
    crashPoint('take-over.close-route.before');
    await session.client.put(route, route.body);
    crashPoint('take-over.close-route.after');
    await run.record('close route', route.id, 'changed');
  }
  await waitUntilInForce({
    run,
    session,
    deploymentId: asked.deploymentId,
    stage: 'change',
    desired: routes.map(({ body: _body, ...route }) => ({ ...route, body: {} })),
    wrote: closing.length > 0,
  });
};
