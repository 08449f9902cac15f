import type { DeploymentConfig } from '#domain/deployment/deployment.ts';
import type { SpecOperations } from '#domain/deployment/lockdown.ts';
import { actualOfDeployment } from '#gateway/actual.ts';
import { GatewayError } from '#gateway/gateway-failure.ts';
import { lookAround, type Seen } from '#gateway/look.ts';
import { planRoutes, type RouteProbe } from '#gateway/plan-routes.ts';
import { probeMark } from '#gateway/probe-header.ts';
import { realmOf } from '#gateway/proof.ts';
import type { GatewaySession } from '#gateway/session.ts';
import { closedRoutes } from '#gateway/stages.ts';
import { NotReadyError, type Run } from '../engine/run.ts';

/** Connections for each probe: the canary has shown already that every worker has it in force. */
const looks = 4;

/** What Kong's proxy says where it has no route. */
const noRoute = 'no Route matched with those values';

/** `elsewhere`: something has taken the call that should not have. */
type Sorted = 'refused' | 'missing' | 'busy' | 'unreachable' | 'elsewhere';

/** @param proof undefined where the deployment takes it out of its answers: then any refusal of the gateway's own counts. */
const sort = ({ status, realm, upstream, text }: Seen, proof: string | undefined): Sorted => {
  if (status === undefined) return 'unreachable';
  if (status === 0) return 'busy';
  if (status === 404 && text.includes(noRoute)) return 'missing';
  // 403: an address that is not on the list, where the gateway asks for that first.
  if ((status === 401 || status === 403) && (proof === undefined ? !upstream : realm === proof)) return 'refused';
  return status >= 500 && !upstream ? 'busy' : 'elsewhere';
};

/** Whether callers are told in which realm they were refused. */
const tellsRealm = ({ responseTransformer }: DeploymentConfig): boolean =>
  !/www-authenticate/i.test(JSON.stringify(responseTransformer));

/** Closes every route of the deployment to callers, at once. */
const close = async (run: Run, session: GatewaySession, secret: string): Promise<void> => {
  const actual = await actualOfDeployment(session, run.subject.deploymentId, []);
  await run.assertCurrent();
  for (const route of closedRoutes(actual, secret)) await session.client.put(route, route.body);
};

/**
 * Calls a deployment's routes without credentials and asks that this very deployment refuses them.
 *
 * @param secret  behind which the routes are closed; undefined when they are open to callers.
 * @param closing what they ask for once they had to be closed.
 * @throws GatewayError `gateway.open` when a call was not refused: another route of the gateway takes it, or nothing
 *         protects the deployment. Its routes are closed then.
 * @throws NotReadyError `gateway.not-live` when a route is not there.
 */
export const verifyRoutes = async (
  run: Run,
  session: GatewaySession,
  { config, operations }: Readonly<{ config: DeploymentConfig; operations: SpecOperations | undefined }>,
  secret: string | undefined,
  closing: string,
): Promise<void> => {
  const { deploymentId } = run.subject;
  const proof = tellsRealm(config) ? realmOf(session.names, deploymentId) : undefined;
  const mark = probeMark(run.services.vault);
  const { probes } = planRoutes(deploymentId, config, operations, session.names);
  const verify = async ({ method, path, wanted }: RouteProbe): Promise<void> => {
    // A path that no route should take is asked for as callers do.
    const call = { method, path, secret: wanted === 'missing' ? undefined : secret };
    const seen = (await lookAround(session.gateway.apiUrl, call, mark, looks)).map((each) => sort(each, proof));
    if (seen.every((each) => each === wanted)) return run.record('probe', path, 'verified');
    // What should not be there may be another's to answer: a route for everything on the same gateway.
    if (wanted === 'missing' || seen.every((each) => each === 'unreachable')) return;
    if (!seen.includes('elsewhere')) throw new NotReadyError({ code: 'gateway.not-live' });
    run.services.log.error({ deploymentId, path }, 'a call without credentials was not refused: the routes are closed');
    await close(run, session, closing);
    throw new GatewayError({
      class: 'permanent',
      problem: { code: 'gateway.open', field: 'contextPath', parameters: { path } },
    });
  };
  for (const probe of probes) await verify(probe);
};
