import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createKongClient } from '../../gateway/admin-api/client.ts';
import { StartError } from '../process/start-error.ts';

/**
 * @property frequency seconds after which changes are in force at the Kong.
 * @property target    the echo's address for the Kong.
 */
type Way = Readonly<{
  adminUrl: string;
  token: string | undefined;
  apiUrl: string;
  frequency: number;
  target: string;
}>;

/**
 * Proves that a Kong reaches this machine: makes a route to the echo, calls it and removes it.
 *
 * @returns false if the route was not in force in time, so that nothing is known.
 * @throws StartError when the Kong can't reach the echo.
 */
export const checkWayBack = async ({ adminUrl, token, apiUrl, frequency, target }: Way): Promise<boolean> => {
  const nonce = randomUUID();
  const name = `portico-check-${nonce}`;
  const tags = ['portico-check'];
  const service = { kind: 'service', id: randomUUID(), label: 'service' } as const;
  const route = { kind: 'route', id: randomUUID(), label: 'route' } as const;
  const kong = createKongClient({ adminUrl, token });
  const status = async (): Promise<number> => {
    const response = await fetch(`${apiUrl}/${name}`, { signal: AbortSignal.timeout(5_000) });
    await response.body?.cancel();
    return response.status;
  };
  try {
    await kong.put(service, { name, url: target, connect_timeout: 2_000, retries: 0, tags });
    await kong.put(route, { name, paths: [`/${name}`], service: { id: service.id }, tags });
    const deadline = Date.now() + (2 * frequency + 10) * 1_000;
    while (Date.now() < deadline) {
      const found = await status().catch(() => 404);
      if (found === 200) return true;
      if (found >= 500)
        throw new StartError(
          `The Kong can't reach this machine: a call to ${target} through it got the status ${found}.\n` +
            'Say under which name or address it does: --host <name>, e.g. host.docker.internal for a Kong in a container.',
        );
      await sleep(200);
    }
    return false;
  } finally {
    // Ignores errors: if the Kong is gone, a later call says so.
    for (const each of [route, service]) await kong.remove(each).catch(() => undefined);
    await kong.close();
  }
};
