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
  }
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
  const stop = startRequestMaintenance(services);
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
  const { rate } = await measure(posts * 5, 8, () => recordRequests(services.pool, 1, callsOf(size)));
  isPosting = false;
  await reading;
  stop();
  const missed = rate * size < goals.rate || rate * size < goals.part * copied;
  printRatio(
    `telemetry beside readers, against COPY${missed ? `, under ${goals.rate} or ${goals.part}` : ''}`,
    rate * size,
    copied,
    'rows a second',
  );
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
