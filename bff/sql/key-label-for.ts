import { sql } from 'kysely';
import type { Actor } from '#domain/core/actor.ts';
import { may } from '#domain/core/authorization.ts';
import { keyLabel } from '#projections/key-label.ts';
import type { Given } from './statement.ts';

/** Whose keys a reader may know: those of their organization, and for the APIs that they maintain. Both absent: all. */
export type KeyReader = { organizationId?: number | undefined; ownerApps?: number[] | undefined };

/** Returns whose keys somebody may know. Who reads the whole history of every API finds all keys there. */
export const keyReaderOf = (actor: Actor): KeyReader =>
  may(actor, 'history.list-all') ? {} : { organizationId: actor.organizationId, ownerApps: [...actor.ownerApps] };

/**
 * Returns what a reader may call a key. What somebody adds at a gateway may be beside a key of another API and organization: they are told
 * to nobody who can't find them elsewhere.
 *
 * @param id the column that has the key's id.
 * @returns its label; only its number, `#12`, when the reader may not know whose it is. Null: the column is null.
 */
export const keyLabelFor = (id: string, { organizationId, ownerApps }: Given<KeyReader>) => {
  const [column, label] = [sql.raw(id), sql.raw(keyLabel(id))];
  if (organizationId === undefined) return sql<string | null>`${label}`;
  return sql<string | null>`case when exists (
      select from consumers theirs left join apis called on called.id = theirs.api_id
      where theirs.id = ${column} and (theirs.organization_id = ${organizationId} or called.application_id = any(${ownerApps}))
    ) then ${label} else '#' || ${column} end`;
};
