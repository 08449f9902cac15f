import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog, silentLog } from '#platform/log.ts';
import { type StopSending, sendSpans } from '#platform/spans/send-spans.ts';
import { type EchoUpstream, startEchoUpstream } from '#sandbox/gateway/echo-upstream.ts';
import { within } from '#test/runner/limit.ts';
import { type ReceivedSpan, type SpanCollector, startSpanCollector } from '#test/servers/span-collector.ts';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';
import { quick } from '#test/world/quick-worker.ts';
import { type RegisteredGateway, startRegisteredGateway } from '#test/world/registered-gateway.ts';
import { go, startWorkerProcess } from '#test/world/start-worker-process.ts';
import { runDispatcher } from '../engine/dispatcher.ts';
import { openServices } from '../open-services.ts';
import { openQueue, startQueueWorker } from './queue.ts';
import { createJobWorker } from './worker.ts';

let world: BffWorld;
let gateway: RegisteredGateway;
let upstream: EchoUpstream;
let collector: SpanCollector;
let stopSending: StopSending;
const lines: string[] = [];

beforeAll(async () => {
  world = await startBffWorld({ env: { UPSTREAM_ALLOW_NETWORKS: '127.0.0.0/8' } });
  gateway = await startRegisteredGateway(world);
  upstream = await startEchoUpstream({ port: 0, host: '127.0.0.1' });
  collector = await startSpanCollector();
  const { settings } = world.services;
  stopSending = await sendSpans({ ...settings, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }, 'test', silentLog);
});
afterAll(async () => {
  await stopSending?.();
  await collector?.close();
  await upstream?.close();
  await gateway?.close();
  await world?.close();
});

const connection = () => ({ databaseUrl: world.operatorEnv.DATABASE_URL, log: silentLog });
const options = () => ({
  ...quick,
  databaseUrl: world.operatorEnv.DATABASE_URL,
  key: Buffer.from(world.operatorEnv.PORTICO_KEY, 'base64'),
  log: createLog('worker', 'info', { write: (line: string) => void lines.push(line) }),
});

/** Runs what gives operations to workers, while `work` lasts. */
const dispatching = async (work: () => Promise<void>): Promise<void> => {
  const { services, close } = await openServices(options());
  const queue = openQueue(connection());
  const ending = new AbortController();
  const dispatcher = runDispatcher(services, queue, ending.signal);
  try {
    await work();
  } finally {
    ending.abort();
    await dispatcher;
    await queue.close();
    await close();
  }
};

/** Runs a worker in this process, while `work` lasts. */
const working = async (work: () => Promise<void>): Promise<void> => {
  const { services, close } = await openServices(options());
  const worker = startQueueWorker(connection(), {
    concurrency: 8,
    lock: quick.lock,
    work: createJobWorker(services),
  });
  try {
    await work();
  } finally {
    await worker.stop();
    await close();
  }
};

/** What the web app sends with a click. */
const click = () => {
  const [traceId, spanId] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')];
  return { traceId, spanId, headers: { traceparent: `00-${traceId}-${spanId}-00` } };
};

const deploy = async (name: string, headers: Record<string, string>) => {
  const { status, body } = await world.ask(world.acme.members.owningAdmin, 'POST', '/api/swagger/deploy', {
    headers,
    json: {
      id: world.acme.apiId,
      name: `${name} canaryname`,
      env: 'DEV',
      auth: 'apikey',
      contextPath: name,
      upstreamUrl: `${upstream.url}/canarypath`,
      kongServer: gateway.gatewayId,
      oAuth2Config: { tokenExpiration: 86_400 },
      rateLimit: { enabled: true, ratePerMinute: 600 },
    },
  });
  expect([status, body.code]).toEqual([200, undefined]);
  return String(body.operationId);
};

const lastOf = async (operationId: string) => (await world.services.store.read(`operation-${operationId}`)).at(-1);
const completed = (operationId: string) =>
  within(2_000, async () => expect((await lastOf(operationId))?.type).toBe('OperationCompleted'));

/** The spans of a trace, once the collector has one with that name, and its numbers of children. */
const traceOf = (traceId: string, ...names: readonly string[]): Promise<readonly ReceivedSpan[]> =>
  within(2_000, () => {
    const spans = collector.spans.filter((span) => span.traceId === traceId);
    for (const name of names) if (!spans.some((span) => span.name === name)) throw new Error(`no ${name} yet`);
    return spans;
  });

const found = (spans: readonly ReceivedSpan[], name: string): ReceivedSpan => {
  const span = spans.find((each) => each.name === name);
  if (!span) throw new Error(`no span ${name}`);
  return span;
};

const timeline = async (operationId: string) =>
  (await world.ask(world.acme.members.support, 'GET', `/api/operations/${operationId}/timeline`)).body;

describe('one trace', () => {
  it('goes from the click through command and job to the gateway’s calls, and stands at operation, log and event', async () => {
    const { traceId, spanId, headers } = click();
    const operationId = await deploy('whole', headers);
    await dispatching(() => working(() => completed(operationId)));

    const spans = await traceOf(traceId, 'attempt deploy', 'operation CompleteOperation');
    const request = found(spans, 'POST /api/swagger/deploy');
    const command = found(spans, 'deployment RequestDeployment');
    const attempt = found(spans, 'attempt deploy');
    expect(request).toMatchObject({ kind: 2, parentSpanId: spanId, attributes: { 'http.response.status_code': 200 } });
    expect(command.parentSpanId).toBe(request.spanId);
    expect(attempt).toMatchObject({
      kind: 5,
      parentSpanId: command.spanId,
      attributes: { 'portico.operation': operationId, 'portico.attempt': 1, 'portico.result': 'completed' },
    });
    const calls = spans.filter(({ name, kind }) => kind === 3 && name.startsWith('gateway PUT'));
    expect(new Set(calls.map(({ parentSpanId }) => parentSpanId))).toEqual(new Set([attempt.spanId]));
    expect(calls.map(({ attributes }) => attributes['portico.object'])).toEqual(
      expect.arrayContaining(['services', 'routes']),
    );
    expect(found(spans, 'operation CompleteOperation').parentSpanId).toBe(attempt.spanId);

    await world.allShown();
    expect(await timeline(operationId)).toMatchObject({ traceId });
    expect(lines.filter((line) => line.includes('attempt ended') && line.includes(operationId))).toEqual([
      expect.stringContaining(`"traceId":"${traceId}"`),
    ]);
  });

  it('has no secret, no name, no address and no query in it', async () => {
    const { owningAdmin } = world.acme.members;
    const { traceId, headers } = click();
    const operationId = await deploy('secretive', {
      ...headers,
      baggage: 'canary=baggage-canary',
      tracestate: 'canary=tracestate-canary',
      'user-agent': 'agent-canary',
    });
    const asked = await world.ask(owningAdmin, 'GET', '/api/operations/latest-canary?name=query-canary', { headers });
    expect(asked.status).not.toBe(200);
    await dispatching(() => working(() => completed(operationId)));
    await traceOf(traceId, 'operation CompleteOperation');
    const everything = collector.texts.join('\n');
    const telemetryKey = 'tele-key';
    const untold = ['canary', owningAdmin.email, owningAdmin.subject, telemetryKey, '127.0.0.1', 'Bearer', '?'];
    for (const text of untold) expect([text, everything.includes(text)]).toEqual([text, false]);
  });

  it('goes on with another worker where one was killed', async () => {
    const { traceId, headers } = click();
    const operationId = await deploy('killed', headers);
    const { DATABASE_URL: appUrl, PORTICO_KEY } = world.operatorEnv;
    await dispatching(async () => {
      const child = startWorkerProcess(
        { database: { appUrl } as never, key: Buffer.from(PORTICO_KEY, 'base64') },
        { CRASHPOINT: 'deploy.step-2.appended#1' },
      );
      go(child);
      await within(4_000, () => expect(child.signalCode).toBe('SIGKILL'));
      expect((await lastOf(operationId))?.type).toBe('OperationStepApplied');
      await working(() => completed(operationId));
    });
    const spans = await traceOf(traceId, 'attempt deploy', 'operation CompleteOperation');
    const attempts = spans.filter(({ name }) => name === 'attempt deploy');
    expect(attempts.at(-1)?.attributes).toMatchObject({ 'portico.attempt': 2, 'portico.result': 'completed' });
    const command = found(spans, 'deployment RequestDeployment');
    expect(new Set(attempts.map(({ parentSpanId }) => parentSpanId))).toEqual(new Set([command.spanId]));
    // The killed worker's spans are lost, but not the trace of what it wrote.
    const events = await world.services.store.read(`operation-${operationId}`);
    expect(new Set(events.map(({ meta }) => meta.traceparent?.split('-')[1]))).toEqual(new Set([traceId]));
  });

  it('is a new one where a stranger, or a broken header, says which', async () => {
    const { traceId, headers } = click();
    const stranger = await world.ask(null, 'GET', '/api/swaggers', { headers });
    expect(stranger.status).toBe(401);
    const broken = await world.ask(world.acme.members.owner, 'POST', '/api/swagger/deploy', {
      headers: { traceparent: `${headers.traceparent}-and-more` },
      json: {},
    });
    for (const { body } of [stranger, broken]) {
      expect(body.traceId).toMatch(/^[0-9a-f]{32}$/);
      expect(body.traceId).not.toBe(traceId);
    }
  });

  it('is the script’s own, whatever it says of keeping it, and stands in a refusal', async () => {
    const { traceId, headers } = click();
    const { status, body } = await world.ask(world.acme.members.owner, 'POST', '/api/swagger/deploy', {
      headers,
      by: 'bearer',
      json: {},
    });
    expect([status, body.traceId]).toEqual([400, traceId]);
    expect(await traceOf(traceId, 'POST /api/swagger/deploy')).toHaveLength(1);
  });

  it('is in the lines that the BFF logs of a call', async () => {
    const { traceId, headers } = click();
    const seen = world.log.length;
    const failing = { ...world.services.store, read: () => Promise.reject(new Error('unexpected')) };
    const { createApp } = await import('#bff/app.ts');
    const app = createApp({ ...world.services, store: failing as never }, world.webRoot);
    const { support } = world.acme.members;
    const id = world.acme.deployed.operationId;
    const response = await app.request(`https://portal.example/api/operations/${id}/timeline`, {
      headers: { ...world.credentials(support), ...headers },
    });
    expect([response.status, (await response.json()).traceId]).toEqual([500, traceId]);
    expect(world.log.slice(seen)).toEqual([expect.stringContaining(`"traceId":"${traceId}"`)]);
  });
});
