import type { Problem } from '#domain/core/problem.ts';
import type { DeploymentConfig } from '#domain/deployment/deployment.ts';
import { GatewayError } from '#gateway/admin-api/gateway-failure.ts';
import type { GatewaySession } from '#gateway/admin-api/session.ts';
import { globalPlugins } from '#gateway/change/global-plugins.ts';
import { type ProbeResponse, probeAtOnce } from '#gateway/change/probe.ts';
import { closedRoutes } from '#gateway/change/stages.ts';
import { realmOf } from '#gateway/names/refusal-realm.ts';
import { actualOfDeployment } from '#gateway/plan/own-entities.ts';
import type { RouteProbe } from '#gateway/plan/plan-routes.ts';
import { probeMark } from '#gateway/telemetry/probe-header.ts';
import { NotInForceError, type Run } from '../engine/run.ts';
import { secretOf } from './guard.ts';

/**
 * Connections for each test call. Few are enough, because the canary has shown that all workers have the route in
 * force.
 */
const looks = 4;

/** The text of Kong's proxy for a path without a route. */
const noRoute = 'no Route matched with those values';

/** What a test call shows. `elsewhere`: something responded that should not have. */
type Sorted = 'refused' | 'missing' | 'busy' | 'unreachable' | 'elsewhere';

/**
 * @param proof undefined when the deployment removes it from its responses. Then any refusal of the gateway's own
 *   counts.
 */
const sort = ({ status, realm, upstream, text }: ProbeResponse, proof: string | undefined): Sorted => {
  if (status === undefined) return 'unreachable';
  if (status === 0) return 'busy';
  if (status === 404 && text.includes(noRoute)) return 'missing';
  // 403: the address is not on the list, and the gateway checks that first.
  if ((status === 401 || status === 403) && (proof === undefined ? !upstream : realm === proof)) return 'refused';
  return status >= 500 && !upstream ? 'busy' : 'elsewhere';
};

/** Returns whether refusals contain the realm. */
const tellsRealm = ({ responseTransformer }: DeploymentConfig): boolean =>
  !/www-authenticate/i.test(JSON.stringify(responseTransformer));

/** Closes all routes of the deployment, at once. */
const close = async (run: Run, session: GatewaySession, deploymentId: number): Promise<void> => {
  const actual = await actualOfDeployment(session, deploymentId, []);
  await run.assertCurrent();
  for (const route of closedRoutes(actual, secretOf(run))) await session.client.put(route, route.body);
};

/**
 * Returns why other responses came than this deployment's. A plugin of the gateway's owner for all calls, such as jwt, may
 * refuse them first.
 */
const whoResponds = async (
  { client }: GatewaySession,
  path: string,
  responses: readonly ProbeResponse[],
): Promise<Problem> => {
  const areRefusals = responses.every(({ status = 0, upstream }) => status >= 400 && status < 500 && !upstream);
  const plugins = areRefusals ? await globalPlugins(client) : [];
  return plugins.length > 0
    ? { code: 'gateway.global-plugins', parameters: { path, plugins: plugins.join(', ') } }
    : { code: 'gateway.open', field: 'contextPath', parameters: { path } };
};

/** @property probes the calls, from the deployment's plan. */
type Checked = Readonly<{ deploymentId: number; config: DeploymentConfig; probes: readonly RouteProbe[] }>;

/**
 * Calls a deployment's routes without credentials and checks that this deployment refuses the calls.
 *
 * @param guard the guard header's value, while the routes that are called are still closed to everybody else; undefined
 *   when they are open.
 * @throws GatewayError `gateway.open` when a call was not refused: another route of the gateway takes it, or nothing
 *   protects the deployment; `gateway.global-plugins` when the owner's plugins refuse it first. Open routes are closed then.
 * @throws NotInForceError `gateway.not-live` when a route is missing.
 */
export const verifyRoutes = async (
  run: Run,
  session: GatewaySession,
  { deploymentId, config, probes }: Checked,
  guard: string | undefined,
): Promise<void> => {
  const proof = tellsRealm(config) ? realmOf(session.names, deploymentId) : undefined;
  const mark = probeMark(run.services.vault);
  const verify = async ({ method, path, wanted }: RouteProbe): Promise<void> => {
    // A path that must have no route is called as callers do.
    const call = { method, path, secret: wanted === 'missing' ? undefined : guard };
    const responses = await probeAtOnce(session.gateway.apiUrl, call, mark, looks);
    const seen = responses.map((each) => sort(each, proof));
    if (seen.every((each) => each === wanted)) return run.record('probe', path, 'verified');
    // Somebody else's route on the same gateway may take such a path, for example a route for all paths.
    if (wanted === 'missing' || seen.every((each) => each === 'unreachable')) return;
    if (!seen.includes('elsewhere')) throw new NotInForceError({ code: 'gateway.not-live' });
    run.services.log.error({ deploymentId, path }, 'a call without credentials was not refused: the routes are closed');
    // What callers reach meanwhile is another generation, which protects itself.
    if (guard === undefined) await close(run, session, deploymentId);
    throw new GatewayError({ class: 'permanent', problem: await whoResponds(session, path, responses) });
  };
  for (const probe of probes) await verify(probe);
};
