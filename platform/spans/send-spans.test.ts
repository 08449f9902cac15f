import { execFile } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createLog } from '#platform/log.ts';
import { readSettings } from '#platform/settings.ts';
import { within } from '#test/runner/limit.ts';
import { type SpanCollector, startSpanCollector } from '#test/servers/span-collector.ts';
import { droppedSpans } from './dropped-spans.ts';
import { openExport } from './open-export.ts';
import { type StopSending, sendSpans } from './send-spans.ts';
import { inSpan, keepSpans } from './span.ts';

let collector: SpanCollector;
let stop: StopSending | undefined;
beforeAll(async () => {
  collector = await startSpanCollector();
});
afterEach(async () => {
  await stop?.();
  stop = undefined;
  collector.state.answer = 200;
});
afterAll(() => collector.close());

const lines: string[] = [];
const log = createLog('test', 'trace', { write: (line: string) => void lines.push(line) });

const settingsOf = (env: Readonly<Record<string, string>>) =>
  readSettings({ DATABASE_URL: 'postgres://nobody@127.0.0.1/none', PORTICO_KEY: key, ...env });
const key = Buffer.from(Array.from({ length: 32 }, (_byte, index) => (index * 37 + 11) % 256)).toString('base64');

const begin = async (env: Readonly<Record<string, string>> = {}) => {
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/` };
  stop = await sendSpans(settingsOf({ ...endpoint, ...env }), 'test', log);
};
const end = async () => {
  await stop?.();
  stop = undefined;
};

const dropped = async (reason: string): Promise<number> =>
  (await droppedSpans.get()).values.find(({ labels }) => labels.reason === reason)?.value ?? Number.NaN;

const many = async (count: number, name: string) => {
  for (let each = 0; each < count; each += 1) await inSpan(name, {}, async () => undefined);
};

it('sends spans with their parents, times and words, and the headers of the setting', async () => {
  await begin({ OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Bearer%20secret-of-the-collector,x-team=portal' });
  await inSpan('outer', { kind: 'server', attributes: { 'portico.attempt': 2 } }, () =>
    inSpan('inner', { kind: 'client' }, async ({ say }) => say({ 'portico.result': 'gateway.busy' }, true)),
  );
  await end();
  const [outer, inner] = ['outer', 'inner'].map((name) => collector.spans.find((span) => span.name === name));
  expect(outer).toMatchObject({
    service: 'portico-test',
    kind: 2,
    failed: false,
    attributes: { 'portico.attempt': 2 },
  });
  expect(inner).toMatchObject({
    kind: 3,
    failed: true,
    traceId: outer?.traceId,
    parentSpanId: outer?.spanId,
    attributes: { 'portico.result': 'gateway.busy' },
  });
  expect(collector.seen.at(-1)).toMatchObject({
    url: '/v1/traces',
    headers: { authorization: 'Bearer secret-of-the-collector', 'x-team': 'portal' },
  });
});

it('drops and counts what a collector refuses, says so once, and neither the address nor the key', async () => {
  collector.state.answer = 400;
  const before = await dropped('refused');
  lines.length = 0;
  await begin({ OTEL_EXPORTER_OTLP_HEADERS: 'authorization=canary-of-the-collector' });
  await many(1_200, 'refused');
  await within(2_000, async () => expect(await dropped('refused')).toBe(before + 1_200));
  expect(lines.filter((line) => line.includes('collector'))).toHaveLength(1);
  expect(lines.join()).not.toMatch(/canary|127\.0\.0\.1/);
  expect(lines.join()).not.toContain('traceId');
});

it('keeps a bounded number while a collector is silent, drops the rest and lets nobody wait', async () => {
  collector.state.answer = 'silent';
  const before = await dropped('full');
  await begin();
  // Had one of them waited for the collector, they would take hours.
  await many(20_000, 'silent');
  expect(await dropped('full')).toBe(before + 20_000 - 4_096);
});

it('counts once, as refused, what a collector takes whose answer comes byte by byte and does not end', async () => {
  collector.state.answer = 'slow';
  const sent: (readonly [number, boolean])[] = [];
  const exported = openExport({
    ...{ url: `${collector.url}/v1/traces`, headers: {}, service: 'test', environment: 'test' },
    ...{ mostWaiting: 10, pause: 1, patience: 200, last: 10_000 },
    onSent: (...told) => sent.push(told),
  });
  keepSpans(exported.take);
  await inSpan('slow', {}, async () => undefined);
  await within(2_000, async () => expect(sent).toEqual([[1, false]]));
  keepSpans(undefined);
  // The answer that ends at last changes nothing.
  collector.cut();
  await exported.close();
  expect(sent).toEqual([[1, false]]);
});

it('ends within seconds while a collector is silent', async () => {
  collector.state.answer = 'silent';
  await begin();
  await many(10, 'last');
  await within(2_000, end);
});

it('loses nobody’s call to a collector that is away', async () => {
  await begin({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' });
  expect(await inSpan('away', {}, async () => 'done')).toBe('done');
});

it.each([
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4317'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'https://user:password@collector.example'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'https://collector.example/?key=1'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'no pair'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'authorization=%E0%A4%A'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'authorization=a%0d%0ax-more: b'],
  ['OTEL_SERVICE_NAME', 'two words'],
])('refuses %s=%s at the start, without saying the value', (name, value) => {
  expect(() => settingsOf({ [name]: value })).toThrow(new RegExp(`${name}: must be`));
  expect(() => settingsOf({ [name]: value })).not.toThrow(value);
});

it('loads nothing of OpenTelemetry’s sending unless a setting names a collector', async () => {
  const program = fileURLToPath(new URL('../../test/fixtures/loaded-packages.ts', import.meta.url));
  const loadedBy = async (env: Readonly<Record<string, string>>) => {
    const { stdout } = await promisify(execFile)(process.execPath, [program], {
      env: { PATH: process.env.PATH, ...env },
    });
    return JSON.parse(stdout) as string[];
  };
  const sending = /^@opentelemetry\/(?!api$)/;
  expect((await loadedBy({})).filter((name) => sending.test(name))).toEqual([]);
  // The same look finds them where they are loaded.
  const sent = await loadedBy({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' });
  expect(sent).toContain('@opentelemetry/exporter-trace-otlp-http');
}, 60_000);
