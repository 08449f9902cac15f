import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createKongClient } from '#gateway/client.ts';
import { StartError } from '../process/start-error.ts';

/**
 * @property frequency seconds in which the Kong takes changes into force.
 * @property target    the echo as the Kong is to reach it.
 */
type Way = Readonly<{
  adminUrl: string;
  token: string | undefined;
  apiUrl: string;
  frequency: number;
  target: string;
}>;

/**
 * Proves that a Kong reaches this machine: makes a route to the echo, calls it, takes it away again.
 *
 * @returns false when the route did not come into force in time, so that nothing is known.
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
      const answered = await status().catch(() => 404);
      if (answered === 200) return true;
      if (answered >= 500)
        throw new StartError(
          `The Kong can't reach this machine: calling ${target} through it was answered with ${answered}.\n` +
            'Say under which name or address it does: --host <name>, e.g. host.docker.internal for a Kong in a container.',
        );
      await sleep(200);
    }
    return false;
  } finally {
    // What can be taken away is; a Kong that is gone by now says so elsewhere.
    for (const each of [route, service]) await kong.remove(each).catch(() => undefined);
    await kong.close();
  }
};
