import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { eventActor } from '#bff/http/event-meta.ts';
import { portal } from '#domain/core/actor.ts';
import type { PorticoEvent } from '#domain/event-catalogue.ts';
import { plainOrganization } from '#domain/organization/details.ts';
import { createClient } from '#platform/database.ts';
import { randomId } from '#platform/uuid.ts';
import { allProjections } from '#projections/all-projections.ts';
import { requestRebuild } from '#projections/engine/generations.ts';
import { standingOf } from '#projections/engine/switch-generation.ts';
import { waitForPosition } from '#projections/wait-for-position.ts';
import { appendMany, type NewStream } from './append-many.ts';
import { printRatio } from './measure.ts';
import type { World } from './world.ts';

const words = ['pay', 'ship', 'track', 'stock', 'quote', 'claim', 'ledger', 'route'];

const published = (apiId: number): PorticoEvent => ({
  type: 'ApiPublished',
  data: {
    apiId,
    organizationId: 1,
    applicationId: null,
    details: {
      name: `${words[apiId % words.length]} ${apiId}`,
      description: `The ${words[(apiId + 3) % words.length]} service of team ${apiId % 97}, for everybody who needs it.`,
      sourceRepo: '',
      businessAreaId: null,
    },
    spec: {
      hash: apiId.toString(16).padStart(64, '0'),
      format: 'yaml',
      size: 4_000,
      specVersion: '3.1',
      version: '1.0.0',
      operations: 12,
      servers: [],
    },
  },
});

/** Publishes `count` APIs of one organization, then fills the read tables in large batches, as after a start. */
export const publishMany = async ({ services, codec, ownerUrl, project }: World, count: number): Promise<void> => {
  const time = new Date().toISOString();
  const first = (stream: string, event: PorticoEvent): NewStream => ({
    stream,
    events: [{ ...event, id: randomId() }],
    meta: { actor: eventActor(portal), commandId: randomId(), correlationId: randomId(), time },
  });
  await appendMany(ownerUrl, codec, [
    first('organization-1', {
      type: 'OrganizationRegistered',
      data: { ...plainOrganization, organizationId: 1, name: 'Bench', external: false },
    }),
    ...Array.from({ length: count }, (_all, index) => first(`api-${index + 1}`, published(index + 1))),
  ]);
  project();
  if (!(await waitForPosition(services.pool, await services.store.head(), 900_000)))
    throw new Error('the projections did not catch up');
};

/**
 * Measures a rebuild of the APIs' tables from the first event, against copying the finished rows of the same tables.
 */
export const benchReplay = async ({ services, ownerUrl }: World, count: number): Promise<void> => {
  const projection = allProjections.find(({ parts }) =>
    parts.some(({ tables }) => tables.some(({ name }) => name === 'apis')),
  );
  if (!projection) throw new Error('there is no projection of the APIs');
  const started = performance.now();
  const generation = await requestRebuild(services.pool, projection);
  while ((await standingOf(services.pool, projection, generation)) !== 'live') await sleep(20);
  const seconds = (performance.now() - started) / 1000;

  const owner = createClient({ connectionString: ownerUrl });
  await owner.connect();
  const columns = await owner.query<{ name: string; view: string }>(
    `select string_agg(quote_ident(attname), ', ' order by attnum) as name, attrelid::regclass::text as view
       from pg_attribute where attrelid in (to_regclass('read.apis_' || $1), to_regclass('read.apis_v' || $1)) and attnum > 0 and attgenerated = '' and not attisdropped group by attrelid`,
    [generation],
  );
  const [table] = columns.rows;
  if (!table) throw new Error('the rebuilt table was not found');
  await owner.query(`create table bench_copy (like ${table.view} including all)`);
  const chunks: Buffer[] = [];
  for await (const chunk of owner.query(copyTo(`copy (select ${table.name} from ${table.view}) to stdout`)))
    chunks.push(chunk as Buffer);
  const copyStarted = performance.now();
  await pipeline(Readable.from(chunks), owner.query(copyFrom(`copy bench_copy (${table.name}) from stdin`)));
  const copySeconds = (performance.now() - copyStarted) / 1000;
  await owner.end();
  printRatio(
    `replay: rebuild of ${count.toLocaleString('en')} APIs against COPY of the rows`,
    count / seconds,
    count / copySeconds,
    'rows a second',
  );
};
