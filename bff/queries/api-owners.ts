import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { ApiOwners } from '#domain/api/schema.ts';
import type { Actor } from '#domain/core/actor.ts';
import { idsOf } from '#domain/core/id-set.ts';
import type { ReadTables } from '#projections/tables.ts';
import { ownApis } from './api-sets.ts';

/** Whose APIs a gallery has: its filters offer nothing that would find none. @param my the user's own gallery. */
export const listApiOwners = async (db: Kysely<ReadTables>, actor: Actor, my: boolean): Promise<ApiOwners> => {
  const mine = my ? idsOf(await ownApis(db, actor)) : [];
  const rows = await db
    .selectFrom('apis')
    .select(['organization_id', 'organization_name', 'application_id', 'application_name'])
    .distinct()
    .$if(my, (list) => list.where('id', '=', sql<number>`any(${mine}::int[])`))
    .execute();
  const organizations = new Map(rows.map((row) => [row.organization_id, row.organization_name]));
  return {
    organizations: [...organizations].map(([id, name]) => ({ id, name })).sort(byName),
    applications: rows
      .flatMap(({ application_id: id, application_name: name, organization_name: orgname }) =>
        id === null ? [] : [{ id, name: name ?? '', orgname }],
      )
      .sort(byName),
  };
};

const order = new Intl.Collator('en').compare;

const byName = (one: { id: number; name: string }, other: { id: number; name: string }): number =>
  order(one.name, other.name) || one.id - other.id;
