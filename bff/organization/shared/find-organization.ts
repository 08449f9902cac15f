import type { Kysely } from 'kysely';
import type { Actor } from '#domain/core/actor.ts';
import { may } from '#domain/core/authorization.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import { relatedTo } from './related-to.ts';

const organizationOf = (db: Kysely<ReadTables>, id: number) =>
  db
    .selectFrom('organizations')
    .select(['id', 'name', 'external'])
    .where('id', '=', id)
    .where('status', 'in', ['active', 'deactivated']);

/** Returns an organization that something new may belong to, or undefined. */
export const findOrganization = async (db: Kysely<ReadTables>, id: number) =>
  await organizationOf(db, id).executeTakeFirst();

/** The same, if the actor may see it: of a partner, only their own organization and those that it works with. */
export const findVisibleOrganization = async (db: Kysely<ReadTables>, actor: Actor, id: number) =>
  await organizationOf(db, id)
    .$if(!may(actor, 'organization.list-all'), (list) => list.where('id', 'in', relatedTo(actor.organizationId)))
    .executeTakeFirst();
