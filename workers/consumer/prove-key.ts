import type { DeploymentConfig } from '#domain/deployment/deployment.ts';
import type { DesiredEntity } from '#gateway/admin-api/entity.ts';
import type { GatewaySession } from '#gateway/admin-api/session.ts';
import { probeAtOnce } from '#gateway/change/probe.ts';
import { loadOperations } from '#gateway/plan/operations-store.ts';
import { planRoutes } from '#gateway/plan/plan-routes.ts';
import { probeMark } from '#gateway/telemetry/probe-header.ts';
import { NotInForceError, type Run } from '../engine/run.ts';

/** A key with a lower limit is not called: the call would count, and its caller would miss it. */
const leastLimit = 100;

/** Returns the lowest number of calls that a limiting plugin of these entities allows. */
const lowestLimit = (desired: readonly DesiredEntity[], { ratePerMinute }: DeploymentConfig): number => {
  const limits = desired
    .filter(({ body }) => body.name === 'rate-limiting')
    .flatMap(({ body: { config } }) => Object.values(config as object).filter((value) => typeof value === 'number'));
  return Math.min(...(limits.length > 0 ? limits : [ratePerMinute ?? Number.POSITIVE_INFINITY]));
};

/**
 * Calls a deployment through the proxy as a caller does. First without credentials: its route has to be there and to refuse.
 * Then with the key: whatever responds but a refusal, the key got through. It asks for the headers alone (HEAD), which changes
 * nothing at the target. What can't be seen from here proves nothing, and holds up nothing.
 *
 * @param desired the key's entities. Without an API key, only the route is called.
 * @throws NotInForceError `gateway.not-live` when the route is missing or the key is refused.
 */
export const proveKey = async (
  run: Run,
  { gateway, names }: GatewaySession,
  deploymentId: number,
  config: DeploymentConfig,
  desired: readonly DesiredEntity[],
): Promise<void> => {
  const { pool, vault } = run.services;
  const operations = config.lockdown ? await loadOperations(pool, config.lockdown.operations) : undefined;
  const route = planRoutes(names.generation(deploymentId, 1), config, operations).probes.find(
    ({ wanted }) => wanted === 'refused',
  );
  if (!route) return;
  const { path, method } = route;
  const callOnce = async (call: Readonly<{ method: string; apikey?: string }>) =>
    (await probeAtOnce(gateway.apiUrl, { path, ...call }, probeMark(vault), 1))[0]?.status;

  const without = await callOnce({ method });
  if (without === 404) throw new NotInForceError({ code: 'gateway.not-live' });
  const key = desired.findLast(({ kind }) => kind === 'key-auth')?.body.key;
  const isSafe = method === 'GET' || method === 'HEAD';
  if (without !== 401 || typeof key !== 'string' || !isSafe || lowestLimit(desired, config) < leastLimit) return;
  // A key that serves no more since its deployment takes tokens only.
  if (config.authentication === 'oauth2') return;
  const status = await callOnce({ method: 'HEAD', apikey: key });
  // The list of addresses is checked after the key, and this worker may not be on it.
  if (status === 403 && config.allowedAddresses) return;
  if (status === 401 || status === 403) throw new NotInForceError({ code: 'gateway.not-live' });
  if (status !== undefined && status !== 0) await run.record('prove-key', path, 'verified');
};
