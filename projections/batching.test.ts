import { afterAll, expect, test, vi } from 'vitest';
import type { PorticoEvent } from '#domain/event-catalogue.ts';
import type { RecordedEvent } from '#eventstore/event-store.ts';
import { startSchemaDatabase } from '#test/postgres/postgres.ts';
import {
  application,
  configOf,
  deploymentApplied,
  deploymentRequested,
  idOf,
  organization,
  published,
} from '#test/world/sample-events.ts';
import { allProjections } from './all-projections.ts';
import { createProjector, tablesOf } from './engine/projection.ts';
import { createStatements } from './engine/table.ts';

const person = (userId: number): PorticoEvent => ({
  type: 'UserRegistered',
  data: {
    userId,
    organizationId: userId,
    firstname: 'Ada',
    lastname: 'Example',
    email: `ada-${userId}@company.example`,
    roles: ['ROLE_COMPANY_USER'],
  },
});

const deployed = (id: number) => deploymentRequested(id, id, configOf({ name: `s-${id}`, contextPath: `p-${id}` }));

/** What the import of a company brings, by the noun of its streams. */
const kinds: readonly (readonly [noun: string, kind: string, make: (id: number) => PorticoEvent])[] = [
  ['user', 'people', person],
  ['organization', 'organizations', (id) => organization(id, `Company ${id}`)],
  ['application', 'applications', (id) => application(id, id, `Application ${id}`, [id])],
  ['api', 'APIs', (id) => published(id, { name: `API ${id}`, organizationId: id, applicationId: id })],
  ['deployment', 'requested deployments', deployed],
  ['deployment', 'applied deployments', deploymentApplied],
];

const recorded = (noun: string, index: number, { type, data }: PorticoEvent): RecordedEvent<PorticoEvent> =>
  ({
    id: idOf(`event ${index}`),
    stream: `${noun}-${index}`,
    version: 1,
    position: String(index).padStart(8, '0'),
    type,
    data,
    meta: {
      actor: { userId: 1, organizationId: 1, roles: ['ROLE_PORTAL_ADMIN'] },
      commandId: idOf(`command ${index}`),
      correlationId: 'batch',
      time: '2026-01-05T08:00:00.000Z',
    },
  }) as RecordedEvent<PorticoEvent>;

const { pool, close } = await startSchemaDatabase();
afterAll(close);

/** Returns how many statements a batch reads with, when the tables have nothing yet. Keeps nothing of it. */
const readsOf = async (
  projection: (typeof allProjections)[number],
  events: readonly RecordedEvent<PorticoEvent>[],
): Promise<number> => {
  const client = await pool.connect();
  const queries = vi.spyOn(client, 'query');
  try {
    await client.query('begin');
    for (const table of tablesOf(projection))
      for (const statement of createStatements(table, 1)) await client.query(statement);
    await createProjector(projection, 1).project(events, client);
    return queries.mock.calls.filter(([text]) => typeof text === 'string' && text.startsWith('select')).length;
  } finally {
    queries.mockRestore();
    await client.query('rollback');
    client.release();
  }
};

test.each(
  allProjections.flatMap((projection) =>
    kinds.map(([noun, kind, make]) => ({ name: projection.name, kind, noun, projection, make })),
  ),
)('$name reads for a batch of 40 $kind as often as for a batch of two', async ({ projection, noun, make }) => {
  const batch = (size: number) =>
    Array.from({ length: size }, (_each, index) => recorded(noun, index + 1, make(index + 1)));
  expect(await readsOf(projection, batch(40))).toBe(await readsOf(projection, batch(2)));
});

test('operations reads for a batch of 40 that answer failed ones as often as for a batch of two', async () => {
  const projection = allProjections.find(({ name }) => name === 'operations') as (typeof allProjections)[number];
  const batch = (size: number) =>
    Array.from({ length: size }, (_each, index) => {
      const one = recorded('deployment', index + 1, deployed(index + 1));
      return { ...one, meta: { ...one.meta, answers: idOf(`failed ${index}`) } };
    });
  expect(await readsOf(projection, batch(40))).toBe(await readsOf(projection, batch(2)));
});
