import { networkInterfaces } from 'node:os';
import { Gauge, Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { serveMetrics } from './serve-metrics.ts';

const token = 'a-token-for-metrics';

/** Returns the response of a metrics server; `host` is the address to call. */
const ask = async (
  path: string,
  {
    given,
    headers = {},
    host = '127.0.0.1',
    registry = new Registry(),
  }: { given?: string; headers?: Record<string, string>; host?: string; registry?: Registry } = {},
) => {
  const server = await serveMetrics({ port: 0, host: '0.0.0.0', token: given });
  server.ready(registry);
  try {
    const response = await fetch(`http://${host}:${server.port}${path}`, { headers });
    return { status: response.status, text: await response.text() };
  } finally {
    server.close();
  }
};

it('shows metrics to this machine when there is no token', async () => {
  const registry = new Registry();
  new Gauge({ name: 'portico_test', help: 'A number', registers: [registry] }).set(7);
  const { status, text } = await ask('/metrics', { registry });
  expect(status).toBe(200);
  expect(text).toContain('portico_test 7');
});

it('M4: hides metrics from another machine, which reaches the same port', async () => {
  const outside = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ internal, family }) => !internal && family === 'IPv4');
  // A machine without a network has no other address to test with.
  if (!outside) return;
  expect((await ask('/healthz', { host: outside.address })).status).toBe(200);
  expect((await ask('/metrics', { host: outside.address })).status).toBe(404);
  const authorization = `Bearer ${token}`;
  expect((await ask('/metrics', { host: outside.address, given: token, headers: { authorization } })).status).toBe(200);
});

it.each(['x-forwarded-for', 'x-real-ip', 'forwarded', 'via', 'x-forwarded-proto'])(
  'M4: hides metrics from callers behind a proxy on this machine, known by %s',
  async (name) => {
    expect((await ask('/metrics', { headers: { [name]: '127.0.0.1' } })).status).toBe(404);
  },
);

it('shows metrics only with the token, when there is one', async () => {
  expect((await ask('/metrics', { given: token })).status).toBe(404);
  for (const authorization of ['Bearer', `Bearer ${token}2`, token])
    expect((await ask('/metrics', { given: token, headers: { authorization } })).status).toBe(404);
  const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': '203.0.113.9' };
  expect((await ask('/metrics', { given: token, headers })).status).toBe(200);
});

it("responds 503 when a number can't be read, and goes on", async () => {
  const registry = new Registry();
  new Gauge({
    name: 'portico_test',
    help: 'A number',
    registers: [registry],
    collect: () => {
      throw new Error('no database');
    },
  });
  expect((await ask('/metrics', { registry })).status).toBe(503);
});

it('is alive and not ready until the process works', async () => {
  const server = await serveMetrics({ port: 0, host: '127.0.0.1', token: undefined });
  const statusOf = async (path: string) => (await fetch(`http://127.0.0.1:${server.port}${path}`)).status;
  expect([await statusOf('/healthz'), await statusOf('/readyz'), await statusOf('/metrics')]).toEqual([200, 503, 503]);
  server.ready(new Registry());
  expect([await statusOf('/healthz'), await statusOf('/readyz'), await statusOf('/metrics')]).toEqual([200, 200, 200]);
  server.close();
});

it('serves nothing but metrics and health checks', async () => {
  expect(await ask('/healthz', { headers: { 'x-real-ip': '203.0.113.9' } })).toEqual({ status: 200, text: 'alive' });
  for (const path of ['/', '/metrics/', '/metrics?x', '/other']) expect((await ask(path)).status).toBe(404);
});
