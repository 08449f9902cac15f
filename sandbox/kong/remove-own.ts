import { setTimeout as sleep } from 'node:timers/promises';
import { createKongClient } from '../../gateway/admin-api/client.ts';
import { tagsOf } from '../../gateway/admin-api/entity.ts';
import { createGatewayNames, porticoTag } from '../../gateway/names/gateway-names.ts';

/**
 * @property installationId the installation whose objects are removed.
 * @property frequency      seconds after which changes are in force at the Kong.
 */
type Removal = Readonly<{ adminUrl: string; token: string | undefined; installationId: string; frequency: number }>;

/**
 * Removes everything that one installation made on a Kong: routes first, and what protects them only when they are out
 * of force. Credentials go with their consumers.
 *
 * @returns the number of removed objects.
 * @throws GatewayError
 */
export const removeOwn = async ({ adminUrl, token, installationId, frequency }: Removal): Promise<number> => {
  const names = createGatewayNames({ installationId, takenOver: { deployment: 0, consumer: 0 } });
  const kong = createKongClient({ adminUrl, token });
  const removeAll = async (kind: 'route' | 'plugin' | 'service' | 'consumer') => {
    const own = (await kong.list(kind, [porticoTag])).filter((entity) => names.claimOf(tagsOf(entity)) === 'ours');
    for (const entity of own) await kong.remove(entity);
    return own.length;
  };
  try {
    let removed = await removeAll('route');
    // A change may take longer than the frequency: a Kong with 5 s took 6.7 s.
    if (removed > 0) await sleep((2 * frequency + 2) * 1_000);
    for (const kind of ['plugin', 'service', 'consumer'] as const) removed += await removeAll(kind);
    return removed;
  } finally {
    await kong.close();
  }
};
