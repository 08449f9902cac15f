import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { onDeployment, startTelemetryWorld } from '#test/world/telemetry-world.ts';

type Entry = { started_at: number; request: { id: string } };

/** What a real Kong posted. */
const recorded = (name: string): Entry =>
  JSON.parse(readFileSync(new URL(`./fixtures/${name}.json`, import.meta.url), 'utf8')) as Entry;
const single = recorded('http-log-consumer');
const withoutKey = recorded('http-log-401');

let world: Awaited<ReturnType<typeof startTelemetryWorld>>;
beforeAll(async () => {
  world = await startTelemetryWorld();
});
beforeEach(async () => {
  await world.reset();
  world.timeIs(new Date(single.started_at + 1_000));
});
afterAll(() => world.close());

const numbered = (entry: Entry, index: number): Entry => ({
  ...entry,
  request: { ...entry.request, id: index.toString(16).padStart(32, '0') },
});

describe('what is stored of a call', () => {
  it.each([
    ['GET', '/payments-dev/v1/payments/7?apikey=x', 11, '/payments/{id}'],
    ['HEAD', '/payments-dev/v1/payments/7', 11, '/payments/{id}'],
    ['GET', '/payments-dev/v1/payments/mine', 11, '/payments/mine'],
    ['POST', '/payments-dev/v1/payments', 11, '/payments'],
    ['DELETE', '/payments-dev/v1/payments/7', 11, null],
    ['GET', '/payments-dev/v1/refunds', 11, null],
    ['DELETE', '/orders/orders/7', 12, '/orders/{id}'],
    ['PUT', '/orders/orders/7', 12, null],
  ])('tells the operation of %s %s on deployment %i: %s', async (method, uri, deployment, operation) => {
    await world.post(onDeployment({ ...single, request: { ...single.request, method, uri } }, deployment));
    expect(await world.stored()).toMatchObject([{ method, path: uri.replace(/\?.*/, ''), operation }]);
  });

  it('has no upstream time when the gateway answered by itself', async () => {
    await world.post([onDeployment(withoutKey, 11)]);
    expect(await world.stored()).toMatchObject([
      { status: 401, gateway_ms: 1, upstream_ms: null, consumer_name: null },
    ]);
  });

  it('stores a call whose new fields are odd, as not told', async () => {
    const odd = {
      ...single,
      request: { ...numbered(single, 1).request, method: 7, uri: null, size: 'much' },
      response: { status: 200, size: -4 },
      latencies: { kong: 1e300, proxy: 'slow' },
    };
    const none = { ...numbered(single, 2), latencies: null };
    await world.post([onDeployment(odd, 11, 21), onDeployment(none, 11, 21)]);
    const nothing = { upstream_ms: null, method: null, path: null, request_bytes: null, response_bytes: null };
    expect(await world.stored()).toMatchObject([{ ...nothing, gateway_ms: 2 ** 31 - 1 }, { gateway_ms: null }]);
  });
});
