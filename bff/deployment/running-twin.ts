import { isDeepStrictEqual } from 'node:util';
import { deploymentDecider } from '#domain/deployment/decider.ts';
import { shownBy } from '#domain/deployment/form-values.ts';
import type { DeployBody } from '#domain/deployment/schema.ts';
import { resourceDecider } from '#domain/resource/decider.ts';
import type { UsedGuard } from '#eventstore/event-store.ts';
import { enter } from '#eventstore/guards.ts';
import { load } from '#eventstore/load.ts';
import { placeGuards } from '#gateway/plan/place-guards.ts';
import type { ResponseBody } from '../http/command.ts';
import { readGuards } from '../http/guards.ts';
import type { Services } from '../http/services.ts';
import { invalidField } from '../input/invalid.ts';
import { configOf } from './wire.ts';

/**
 * Returns the guards that a new deployment is requested under: it takes names on its gateway, so that of two requests at once
 * one takes them, and it passes the gateway's own guard, which whoever takes the gateway away raises. That one is read in the log
 * itself: every deployment to the gateway passes it, so the read tables would have to show all of them first.
 *
 * @throws RefusedError `deployment.gateway-unknown` for a gateway that was taken away.
 */
export const guardsOfNew = async (
  services: Pick<Services, 'store' | 'pool'>,
  body: DeployBody,
): Promise<readonly UsedGuard[]> => {
  const { kongServer: gatewayId, name, env: environment, contextPath } = body;
  const [places, gateway] = await Promise.all([
    readGuards(services, placeGuards({ gatewayId, name, environment, contextPath }), ['deployments']),
    enter(services, resourceDecider, body.kongServer),
  ]);
  if (gateway.state.status === 'removed') throw invalidField('kongServer', 'deployment.gateway-unknown');
  return [...places, ...gateway.guards];
};

const findId = async ({ db }: Pick<Services, 'db'>, body: DeployBody): Promise<number | undefined> => {
  if (body.deploymentId !== undefined) return body.deploymentId;
  const row = await db
    .selectFrom('deployments')
    .select('id')
    .where('gateway_id', '=', body.kongServer)
    .where('environment', '=', body.env)
    .where('context_path', '=', body.contextPath)
    .where('api_id', '=', body.id)
    .executeTakeFirst();
  return row?.id;
};

const redisIn = ({ rateLimit: { redis } }: DeployBody) => (redis ? { resourceId: redis, name: '' } : null);

/**
 * Returns the guard that a deployment passes when its calls are counted in a Redis, which whoever takes the Redis away raises.
 *
 * @throws RefusedError `deployment.redis-unknown` for a Redis that was taken away.
 */
export const guardsOfRedis = async (
  services: Pick<Services, 'store' | 'pool'>,
  body: DeployBody,
): Promise<readonly UsedGuard[]> => {
  const redis = redisIn(body);
  if (!redis || !body.rateLimit.enabled) return [];
  const { state, guards } = await enter(services, resourceDecider, redis.resourceId);
  if (state.status === 'removed') throw invalidField('rateLimit.redis', 'deployment.redis-unknown');
  return guards;
};

/**
 * Returns the response to the same form that was sent before, if its operation still runs: whoever clicks twice gets one
 * operation. Undefined when nothing runs, or another form was sent.
 */
export const findRunningTwin = async (
  services: Pick<Services, 'db' | 'store'>,
  body: DeployBody,
): Promise<ResponseBody | undefined> => {
  const id = await findId(services, body);
  if (id === undefined) return undefined;
  const { state, position } = await load(services.store, deploymentDecider, id);
  if (state.status !== 'deploying' || state.apiId !== body.id) return undefined;
  const { cors, lockdown } = state.wanted;
  const withResponse = body.responseTransformer !== undefined;
  const asked = shownBy(
    configOf(body, body.enablePathLockdown ? lockdown : null, cors?.methods ?? [], redisIn(body)),
    withResponse,
  );
  const isSame = body.enablePathLockdown === (lockdown !== null);
  return isSame && isDeepStrictEqual(asked, shownBy(state.wanted, withResponse))
    ? { entityId: id, operationId: state.operationId, position }
    : undefined;
};
