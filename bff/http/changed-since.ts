import type { Kysely } from 'kysely';
import type { Actor } from '#domain/core/actor.ts';
import { may } from '#domain/core/authorization.ts';
import type { ChangedSince, FieldChange } from '#domain/core/older-form.ts';
import { type Refusal, refuse } from '#domain/core/problem.ts';
import { fullNameOf } from '#domain/user/full-name.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import type { Difference } from './older-form.ts';

/** The read table that names the ids of a field. */
const tablesOf = {
  organizationId: 'organizations',
  bizappId: 'applications',
  businessAreaId: 'business_areas',
} as const;
const isReference = (field: string): field is keyof typeof tablesOf => field in tablesOf;

/** Adds what ids mean. */
const named = async (db: Kysely<ReadTables>, change: FieldChange): Promise<FieldChange> => {
  if (!isReference(change.field)) return change;
  const nameOf = async (id: unknown): Promise<string | null> => {
    if (typeof id !== 'number') return null;
    const table = tablesOf[change.field as keyof typeof tablesOf];
    const row = await db.selectFrom(table).select('name').where('id', '=', id).executeTakeFirst();
    return row?.name ?? null;
  };
  return { ...change, names: { from: await nameOf(change.from), to: await nameOf(change.to) } };
};

/** Returns the person who changed something. Partners know the people of their own organization only. */
const personOf = async (
  db: Kysely<ReadTables>,
  reader: Actor,
  { by: { meta } }: Difference,
): Promise<ChangedSince['by']> => {
  const { userId, organizationId } = meta.actor;
  const knows =
    !reader.organizationExternal || reader.organizationId === organizationId || may(reader, 'user.administer');
  if (userId === 0 || !knows) return null;
  const row = await db
    .selectFrom('users')
    .select(['firstname', 'lastname'])
    .where('id', '=', userId)
    .executeTakeFirst();
  return { id: userId, name: row ? fullNameOf(row.firstname, row.lastname) : '' };
};

/** Returns the refusal of an older form, with everything that its reader may know. */
export const refusalOfOlderForm = async (
  db: Kysely<ReadTables>,
  reader: Actor,
  difference: Difference,
): Promise<Refusal> => ({
  ...refuse('conflict', { code: 'form.older' }),
  changed: {
    basedOn: difference.basedOn,
    changes: await Promise.all(difference.changes.map((change) => named(db, change))),
    by: await personOf(db, reader, difference),
    at: difference.by.meta.time,
  },
});
