import { type Kysely, sql } from 'kysely';
import { getBelongings, listOrganizationChanges } from '#domain/organization/calls.ts';
import { organizationHistory } from '#domain/organization/history.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import { authorizeOpenly, route } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { fullName } from '../sql/full-name.ts';
import { ownHistoryOf } from '../sql/newest-entries.ts';
import { othersWhoLose, wasUsedLately } from './deletion-facts.ts';
import { findForChange } from './row.ts';

/** So many names of each list; the total says how many more there are. */
const firstNames = 20;

/** Returns the total and the first names of a selection of `id` and `name`. */
const named = async (db: Kysely<ReadTables>, from: ReturnType<typeof sql>) => {
  const { rows } = await sql<{ id: number; name: string; total: number }>`
    select id, name, (count(*) over ())::integer as total from (${from}) as named order by fold_text(name) collate "und-x-icu", id
    limit ${firstNames}`.execute(db);
  return { total: rows[0]?.total ?? 0, first: rows.map(({ id, name }) => ({ id, name })) };
};

const belongingsOf = async (services: Services, id: number) => {
  const { db } = services;
  const [applications, apis, subscriptions, people, usedLately, others, counts] = await Promise.all([
    named(db, sql`select id, name from applications where organization_id = ${id}`),
    named(db, sql`select id, name from apis where organization_id = ${id}`),
    named(db, sql`select id, name from event_subscriptions where organization_id = ${id}`),
    named(
      db,
      sql`select id, ${fullName('users')} as name from users where organization_id = ${id} and deleted_at is null`,
    ),
    wasUsedLately(services, id),
    othersWhoLose(services, id),
    sql<{ deployments: number; keys: number }>`
      with theirs as (select id from apis where organization_id = ${id})
      select
        (select count(*) from deployments where api_id in (select id from theirs))::integer as deployments,
        (select count(*) from consumers where organization_id = ${id})::integer as keys`.execute(db),
  ]);
  return { applications, apis, subscriptions, people, usedLately, others, ...counts.rows[0] };
};

const historyLength = 50;

export const organizationReviewQueries = [
  route(getBelongings, {
    action: 'organization.list-deletions',
    summary: 'Everything that goes with an organization when it is deleted',
    handle: async ({ actor, parameters: { id }, services }) => {
      authorizeOpenly(actor, 'organization.list-deletions');
      await findForChange(services.db, id);
      return await belongingsOf(services, id);
    },
  }),
  route(listOrganizationChanges, {
    action: 'organization.search',
    summary: 'Who did what to an organization, the newest first; also to a deleted one',
    handle: async ({ actor, parameters: { id }, services }) => {
      authorizeOpenly(actor, 'organization.search');
      return await ownHistoryOf(services, organizationHistory, id, historyLength);
    },
  }),
];
