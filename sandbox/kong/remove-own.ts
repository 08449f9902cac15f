import { setTimeout as sleep } from 'node:timers/promises';
import { createKongClient } from '#gateway/client.ts';
import { tagsOf } from '#gateway/entity.ts';
import { createGatewayNames, porticoTag } from '#gateway/gateway-names.ts';

/**
 * @property installationId whose things go; those of others stay.
 * @property frequency      seconds in which the Kong takes changes into force.
 */
type Removal = Readonly<{ adminUrl: string; token: string | undefined; installationId: string; frequency: number }>;

/**
 * Takes away what one installation made on a Kong: routes first, and what protects them only when they are out of
 * force. Credentials go with their consumers.
 *
 * @returns how many objects went.
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
    // The frequency is no bound: 6.7 s were seen at 5 s.
    if (removed > 0) await sleep((2 * frequency + 2) * 1_000);
    for (const kind of ['plugin', 'service', 'consumer'] as const) removed += await removeAll(kind);
    return removed;
  } finally {
    await kong.close();
  }
};
