import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startGateway } from '#sandbox/gateway/start-gateway.ts';
import type { People } from './people.ts';
import type { Stack } from './stack.ts';

/** Milliseconds until the portal has taken it. */
const patience = 60_000;

/**
 * Starts a gateway to which deployments are moved, and registers it. It is the sweep's own and outlives what is killed: a move begins at one
 * gateway that dies and ends at one that does not.
 *
 * @returns the resource's id, its proxy, and what ends it.
 */
export const openSecondGateway = async ({ folder, portalUrl, note }: Stack, people: People) => {
  const gateway = await startGateway({
    dataFolder: path.join(folder, 'second-gateway'),
    ...{ adminPort: 0, proxyPort: 0, proxySslPort: 0 },
    log: (message, error) => note(`second gateway: ${message} ${String(error)}`),
  });
  const values = {
    adminUrl: gateway.adminUrl,
    apiUrl: gateway.proxyUrl,
    apiSslUrl: gateway.proxySslUrl,
    httpLogEndpoint: portalUrl,
    adminApiKey: 'NO',
    clusters: '1',
  };
  const form = {
    ...{ id: 0, name: 'Second gateway', type: 'KONG', isPublic: true, access: [] },
    configs: Object.entries(values).map(([name, value]) => ({ name, value })),
  };
  const deadline = performance.now() + patience;
  for (;;) {
    const response = await fetch(`${portalUrl}/api/resources`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${await people.tokenOf('ada-lindqvist')}`,
        'content-type': 'application/json',
        'idempotency-key': 'second-gateway',
      },
      body: JSON.stringify(form),
      signal: AbortSignal.timeout(patience),
    });
    const body = (await response.json()) as { id?: number };
    if (response.ok && body.id !== undefined) return { id: body.id, proxyUrl: gateway.proxyUrl, close: gateway.close };
    if (response.status < 500 || performance.now() > deadline)
      throw new Error(`the second gateway is not registered: ${response.status} ${JSON.stringify(body)}`);
    await sleep(1_000);
  }
};
