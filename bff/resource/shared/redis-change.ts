import type { Redis } from '#domain/resource/resource.ts';
import type { Services } from '../../http/services.ts';
import { bringBack } from './bring-back.ts';

/** What a gateway is told of a Redis. */
const toldOf = ({ host, port, timeout, password }: Redis): string =>
  JSON.stringify([host, port, timeout, password?.secretId ?? null]);

/** Has the deployments whose calls are counted in a changed Redis follow it. */
export const afterRedisChange = async (
  services: Pick<Services, 'store' | 'pool' | 'now'>,
  before: Redis,
  after: Redis,
): Promise<void> => {
  if (toldOf(before) !== toldOf(after)) await bringBack(services, before.resourceId, false);
};
