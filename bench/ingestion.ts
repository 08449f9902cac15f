import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import { recordRequests } from '#bff/ingest/record-requests.ts';
import { startRequestMaintenance } from '#bff/ingest/request-maintenance.ts';
import { createClient } from '#platform/database.ts';
import { measure, printRatio, quantile } from './measure.ts';
import type { World } from './world.ts';

const size = 200;

const callsOf = (count: number) =>
  Array.from({ length: count }, (_all, index) => ({
    requestId: randomUUID().replaceAll('-', ''),
    startedAt: new Date(),
    clientIp: '203.0.113.7',
    upstreamUri: `/orders/${index}`,
    status: index % 10 === 0 ? 404 : 200,
    probe: undefined,
    service: undefined,
    consumer: undefined,
    credential: undefined,
    apiId: (index % 50) + 1,
    apiName: 'Orders API',
    organizationId: 1,
    organizationName: 'Bench',
    consumerId: 1,
    consumerName: 'till 7',
    method: 'GET',
    operation: '/orders/{id}',
    path: `/orders-dev/orders/${index}`,
    gatewayMs: index % 7,
    upstreamMs: 20 + (index % 90),
    requestBytes: 412,
    responseBytes: 1_830,
    generation: 1,
    deploymentId: 1,
    environment: 'DEV' as const,
    unattributed: null,
  }));

/**
 * Telemetry: posts of 200 calls stored once each with their hourly counts, against COPY of the same values into a plain
 * table in one go. The nodes of a gateway post at the same time, so this is measured by one and by eight.
 */
export const benchIngestion = async ({ services, ownerUrl, scale: { posts } }: World): Promise<void> => {
  const copied = await copyRate(ownerUrl, callsOf(posts * size));
  for (const clients of [1, 8]) {
    const { rate } = await measure(posts, clients, () => recordRequests(services.pool, 1, callsOf(size)));
    printRatio(`telemetry: posts of ${size}, ${clients} at a time, against COPY`, rate * size, copied, 'rows a second');
    const copy = await copyPosts(ownerUrl, clients);
    const { rate: same } = await measure(posts, clients, copy.post);
    await copy.close();
    printRatio(`telemetry: the same, against COPY of the same posts`, rate * size, same * size, 'rows a second');
  }
};

/**
 * Returns what copies a post into tables with the same columns and indexes, also that of the keys by which a call counts once, and
 * commits: what COPY costs that does as much as a post, but for a call that comes twice.
 */
const copyPosts = async (ownerUrl: string, clients: number) => {
  const connections = Array.from({ length: clients }, () => createClient({ connectionString: ownerUrl }));
  for (const connection of connections) await connection.connect();
  const run = async (statement: string) => await connections[0]?.query(statement);
  await run(`
    create table bench_calls (like gateway_requests including defaults including identity including constraints including indexes);
    create index on bench_calls (consumer_id, id);
    create table bench_keys (like gateway_request_keys including all)`);
  const free = [...connections];
  const copy = async (client: (typeof free)[number], into: string, rows: readonly (readonly unknown[])[]) =>
    await pipeline(
      Readable.from([rows.map((row) => `${row.join('\t')}\n`).join('')]),
      client.query(copyFrom(`copy ${into} from stdin`)),
    );
  const post = async (): Promise<void> => {
    const client = free.pop();
    if (!client) throw new Error('more posts at a time than connections');
    const calls = callsOf(size).map((call) => ({ ...call, startedAt: call.startedAt.toISOString() }));
    await client.query('begin');
    await copy(
      client,
      'bench_keys (gateway_id, request_id, started_at)',
      calls.map(({ requestId, startedAt }) => [1, requestId, startedAt]),
    );
    await copy(
      client,
      `bench_calls (gateway_id, request_id, started_at, api_id, api_name, organization_id, organization_name, consumer_id, consumer_name,
         environment, client_ip, upstream_uri, status, method, operation, path, gateway_ms, upstream_ms, request_bytes, response_bytes)`,
      calls.map((call) => [
        ...[1, call.requestId, call.startedAt, call.apiId, call.apiName, call.organizationId, call.organizationName],
        ...[call.consumerId, call.consumerName, call.environment, call.clientIp, call.upstreamUri, call.status],
        ...[call.method, call.operation, call.path, call.gatewayMs, call.upstreamMs],
        ...[call.requestBytes, call.responseBytes],
      ]),
    );
    await client.query('commit');
    free.push(client);
  };
  const close = async () => {
    await run('drop table bench_calls, bench_keys');
    for (const connection of connections) await connection.end();
  };
  return { post, close };
};

/** Runs posts, eight at a time, while two people read one after the other. Returns how many a second, and what the reads took. */
const besideReaders = async (
  reads: readonly (() => Promise<unknown>)[],
  count: number,
  post: () => Promise<unknown>,
): Promise<Readonly<{ rate: number; times: readonly number[] }>> => {
  let isPosting = true;
  const times: number[] = [];
  const reader = async (first: number): Promise<void> => {
    for (let at = first; isPosting; at += 1) {
      const start = performance.now();
      await reads[at % reads.length]?.();
      times.push(performance.now() - start);
    }
  };
  const reading = Promise.all([reader(0), reader(Math.floor(reads.length / 2))]);
  const { rate } = await measure(count, 8, post);
  isPosting = false;
  await reading;
  return { rate, times };
};

/** Goals: rows a second, and the part of what COPY stores, while people read. */
const goals = { rate: 10_000, part: 0.4 } as const;

/**
 * The same while people read and what was stored is summed up, as maintenance does it.
 *
 * @param reads what two people ask for in turn, all the time.
 */
export const benchIngestionBesideReaders = async (
  { services, ownerUrl, scale: { posts } }: World,
  reads: readonly (() => Promise<unknown>)[],
): Promise<void> => {
  const copied = await copyRate(ownerUrl, callsOf(posts * size));
  const copy = await copyPosts(ownerUrl, 8);
  const { rate: same } = await besideReaders(reads, posts * 5, copy.post);
  await copy.close();
  const stop = startRequestMaintenance(services);
  const { rate, times } = await besideReaders(reads, posts * 5, () => recordRequests(services.pool, 1, callsOf(size)));
  stop();
  const missed = rate * size < goals.rate || rate * size < goals.part * copied;
  printRatio(
    `telemetry beside readers, against COPY${missed ? `, under ${goals.rate} or ${goals.part}` : ''}`,
    rate * size,
    copied,
    'rows a second',
  );
  printRatio('telemetry beside readers, against COPY of the same posts', rate * size, same * size, 'rows a second');
  console.log(
    `report beside posts: p50 ${quantile(times, 0.5).toFixed(0)} ms, p95 ${quantile(times, 0.95).toFixed(0)} ms of ${times.length} pages, counts and charts`,
  );
};

/** Returns how many rows a second COPY writes. */
const copyRate = async (ownerUrl: string, requests: ReturnType<typeof callsOf>): Promise<number> => {
  const owner = createClient({ connectionString: ownerUrl });
  await owner.connect();
  await owner.query(
    `create table bench_requests (id bigint generated always as identity primary key, request_id uuid not null, started_at timestamptz not null,
       api_id int, api_name text, organization_id int, organization_name text, environment text, client_ip inet, upstream_uri text, status int)`,
  );
  const lines = requests.map((each) =>
    [
      each.requestId,
      each.startedAt.toISOString(),
      each.apiId,
      each.apiName,
      1,
      each.organizationName,
      each.environment,
      each.clientIp,
      each.upstreamUri,
      each.status,
    ].join('\t'),
  );
  const copyStarted = performance.now();
  await pipeline(
    Readable.from([`${lines.join('\n')}\n`]),
    owner.query(
      copyFrom(
        'copy bench_requests (request_id, started_at, api_id, api_name, organization_id, organization_name, environment, client_ip, upstream_uri, status) from stdin',
      ),
    ),
  );
  const copySeconds = (performance.now() - copyStarted) / 1000;
  await owner.end();
  return requests.length / copySeconds;
};
