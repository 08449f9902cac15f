import type { DeploymentConfig } from '#domain/deployment/deployment.ts';
import type { CountingRedis, GatewaySession } from '../admin-api/session.ts';
import type { KeyLimit } from './plan-consumer.ts';

/** Opens the Redis in which a deployment's calls are counted; undefined for one that names none. @throws GatewayError */
export const countingRedisOf = async (
  session: Pick<GatewaySession, 'redis'>,
  { redis }: Pick<DeploymentConfig, 'redis'>,
): Promise<CountingRedis | undefined> => (redis ? await session.redis(redis.resourceId) : undefined);

/** Returns a key's limit with how the deployment's Redis is reached, where it is counted there. @throws GatewayError */
export const countedThere = async (
  session: Pick<GatewaySession, 'redis'>,
  deployment: Pick<DeploymentConfig, 'redis'>,
  limit: KeyLimit | null,
): Promise<KeyLimit | null> =>
  limit?.policy === 'redis' ? { ...limit, redis: await countingRedisOf(session, deployment) } : limit;
