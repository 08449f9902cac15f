import { setTimeout as sleep } from 'node:timers/promises';
import type { KongClient } from '#gateway/admin-api/client.ts';
import { canaryPath } from '#gateway/change/canary.ts';
import { probeAtOnce } from '#gateway/change/probe.ts';
import { reportTestOf } from '#gateway/change/report-test.ts';
import type { GatewayNames } from '#gateway/names/gateway-names.ts';
import { awaitedMark, reportTicket } from '#gateway/telemetry/probe-header.ts';
import type { Services } from '../../http/services.ts';

/** Milliseconds between two looks. */
const pause = 250;

const wait = async (milliseconds: number, isSo: () => Promise<boolean>): Promise<boolean> => {
  const end = performance.now() + milliseconds;
  while (performance.now() < end) {
    if (await isSo()) return true;
    await sleep(pause);
  }
  return false;
};

/**
 * @property resourceId   the gateway that the reports name.
 * @property endpoint     what the gateway posts its calls to.
 * @property telemetryKey the key that it sends with them.
 * @property token        known only to whoever tests.
 * @property patience     milliseconds: until the proxy shows the test, then until a report comes, and for both together.
 */
export type TriedReports = Readonly<{
  client: KongClient;
  names: GatewayNames;
  resourceId: number;
  apiUrl: string;
  endpoint: string;
  telemetryKey: string;
  token: string;
  patience: Readonly<{ proxy: number; report: number; together?: number }>;
}>;

/**
 * Has a gateway post one call of our own, and waits until the portal has got it. Writes a route that nobody else can call, and
 * takes it away again, whatever happens.
 *
 * @returns `other-proxy`: the proxy does not show what was written; `no-report`: nothing came.
 * @throws GatewayError when the Admin API does not take changes.
 */
export const tryReports = async (
  { pool, vault }: Pick<Services, 'pool' | 'vault'>,
  { client, names, resourceId, apiUrl, endpoint, telemetryKey, token, patience }: TriedReports,
): Promise<'arrived' | 'other-proxy' | 'no-report'> => {
  const entities = reportTestOf(names, { resourceId, endpoint, telemetryKey, token });
  const call = async () => {
    const probe = { method: 'GET', path: canaryPath, secret: token };
    const [response] = await probeAtOnce(apiUrl, probe, awaitedMark(vault, token), 1);
    return response?.status === 200 && response.text === token;
  };
  const hasCome = async () => {
    await call();
    const ticket = reportTicket(resourceId, token);
    return ((await pool.query('select from used_tickets where id = $1', [ticket])).rowCount ?? 0) > 0;
  };
  const end = performance.now() + (patience.together ?? Number.POSITIVE_INFINITY);
  const atMost = (milliseconds: number) => Math.min(milliseconds, end - performance.now());
  try {
    for (const entity of entities) await client.put(entity, entity.body);
    if (!(await wait(atMost(patience.proxy), call))) return 'other-proxy';
    return (await wait(atMost(patience.report), hasCome)) ? 'arrived' : 'no-report';
  } finally {
    for (const entity of entities.toReversed()) await client.remove(entity);
  }
};
