import { isDeepStrictEqual } from 'node:util';
import { countEntries, type HistoryFilter, newestEntries } from '#bff/sql/newest-entries.ts';
import { mostCounted } from '#domain/audit/schema.ts';
import { type Found, termsOf } from '#domain/history/terms.ts';
import { measureExport } from './export.ts';
import { fill, largest, monthOf, months, untilShown } from './fill-history.ts';
import { measure, printRatio } from './measure.ts';
import type { World } from './world.ts';

/** Goal in milliseconds for a page of any filter (docs/decisions/0081-one-history.md). */
const goal = 200;
const pageSize = 50;

/** Throws when the terms of some entries are not those that the projection would write. */
const checkTerms = async ({ services: { pool } }: World): Promise<void> => {
  const { rows } = await pool.query<
    Found & { happened_at: Date; subject: string; name: string; values: { nickname: string }; terms: string[] }
  >('select * from history limit 1000');
  for (const { terms, ...row } of rows)
    if (
      !isDeepStrictEqual(
        [...terms].sort(),
        termsOf({ ...row, act: 'changed' }, `${row.subject}\n${row.values.nickname}\n\n${row.name}`).sort(),
      )
    )
      throw new Error(`the benchmark writes other terms: ${terms.join(' ')}`);
};

const between = (from: string, to: string): HistoryFilter => ({ from: new Date(from), to: new Date(to) });

/** What the audit screen can be asked for, and the histories that there are. */
const filters: Readonly<Record<string, HistoryFilter>> = {
  everything: {},
  'an API': { about_noun: 'api', about_id: 777 },
  'the largest API': { about_noun: 'api', about_id: largest.api },
  'an organization': { about_noun: 'organization', about_id: 777 },
  'a business area': { about_noun: 'business-area', about_id: 777 },
  'noun, common': { noun: 'consumer' },
  'noun, rare': { noun: 'business-area' },
  'noun and id': { noun: 'deployment', noun_id: '777' },
  'noun and id, the largest': { noun: 'deployment', noun_id: '1' },
  'kind, common': { kind: 'consumer-changed' },
  'kind, rare': { kind: 'consumer-revealed' },
  'kind, none': { kind: 'nothing' },
  'organization, large': { organization_id: largest.organization },
  'organization, small': { organization_id: 777 },
  'person, a script': { user_id: largest.user },
  'person, usual': { user_id: 777 },
  'people of an organization': { user_organization_id: 777 },
  'act, in every entry': { act: 'changed' },
  address: { address: '192.0.2.7' },
  'time, a month': between('2025-03-01', '2025-04-01'),
  'time, an hour of long ago': between('2024-03-05T10:00:00Z', '2024-03-05T11:00:00Z'),
  'text, rare': { text: 'path-777-prod' },
  'text, common': { text: 'prod' },
  'text, in every entry': { text: 'path till' },
  'text, none': { text: 'xyzzy' },
  'text, words that exclude each other': { text: 'dev prod' },
  'noun and organization': { noun: 'organization', organization_id: largest.organization },
  'noun and text, both common': { noun: 'consumer', text: 'prod' },
  'noun and kind that exclude each other': { noun: 'consumer', kind: 'deployment-changed' },
  'kind and person': { kind: 'consumer-revealed', user_id: largest.user },
  'noun and person, who never did that': { noun: 'business-area', user_id: 777 },
  'organization and person': { organization_id: 777, user_id: 777 },
  'organization and text': { organization_id: largest.organization, text: 'till 77' },
  'organization and text, rare': { organization_id: 777, text: 'path-77-prod' },
  'person and time': { user_id: largest.user, ...between('2024-03-01', '2024-04-01') },
  'kind and time': { kind: 'consumer-changed', ...between('2024-03-01', '2025-04-01') },
  'text and time': { text: 'path-777', ...between('2024-03-01', '2025-04-01') },
  'kind, organization, person, text and time, exclusive': {
    kind: 'consumer-changed',
    organization_id: largest.organization,
    user_id: largest.user,
    text: 'prod',
    ...between('2024-03-01', '2026-04-01'),
  },
};

/** Measures pages of the one history at 10,000,000 entries, each filter against the bare newest entries of an API. */
export const benchHistory = async (world: World): Promise<void> => {
  world.project();
  const { db, pool } = world.services;
  await untilShown(world);
  await fill(world, world.scale.history);
  await checkTerms(world);
  const services = { db, now: () => new Date(`${monthOf(months)}-01T00:00:00Z`) };
  const bare = await measure(20, 1, () =>
    pool.query(
      `select * from history where about_noun = 'api' and about_id = 777 order by happened_at desc limit ${pageSize}`,
    ),
  );
  for (const [name, filter] of Object.entries(filters)) {
    const print = (title: string, p95: number) =>
      printRatio(`history: ${name}${title}${p95 > goal ? `, over ${goal} ms` : ''}`, p95, bare.p95, 'ms');
    const { p95: first } = await measure(20, 1, () =>
      Promise.all([
        newestEntries(services, filter, { size: pageSize }),
        countEntries(services, filter, { most: mostCounted + 1 }),
      ]),
    );
    print(', with its total', first);
    const before = (await newestEntries(services, filter, { size: pageSize, start: mostCounted - pageSize })).at(-1);
    if (!before) continue;
    const { happened_at, position } = before;
    for (const side of ['older', 'newer'] as const) {
      const place = { side, time: happened_at.toISOString(), position };
      const { p95 } = await measure(20, 1, () => newestEntries(services, filter, { size: pageSize, place }));
      print(`, ${side} than entry ${mostCounted}`, p95);
    }
  }
  await measureExport(world);
};
