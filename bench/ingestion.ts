import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { recordRequests } from '#bff/ingest/record-requests.ts';
import { printRatio } from './measure.ts';
import type { World } from './world.ts';

const batches = 100;
const size = 200;

/**
 * Measures telemetry: stores batches once with their hourly counts, against COPY of the same values into a plain table.
 */
export const benchIngestion = async ({ services, ownerUrl }: World): Promise<void> => {
  const requests = Array.from({ length: batches * size }, (_all, index) => ({
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
    generation: 1,
    deploymentId: 1,
    environment: 'DEV' as const,
    unattributed: null,
  }));
  await recordRequests(services.pool, 1, requests.slice(0, 1));
  const started = performance.now();
  for (let batch = 0; batch < batches; batch += 1) {
    await recordRequests(services.pool, 1, requests.slice(batch * size, (batch + 1) * size));
  }
  const seconds = (performance.now() - started) / 1000;

  const owner = new pg.Client({ connectionString: ownerUrl });
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
  printRatio(
    'telemetry: de-duplicated batches of 200 against COPY',
    requests.length / seconds,
    requests.length / copySeconds,
    'rows a second',
  );
};
