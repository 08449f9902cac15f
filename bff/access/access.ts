import type { Kysely } from 'kysely';
import { type Access, accessIdOf } from '#domain/access/access.ts';
import { accessDecider } from '#domain/access/decider.ts';
import { needsAccess } from '#domain/access/schema.ts';
import type { Actor } from '#domain/core/actor.ts';
import type { PorticoEvent } from '#domain/event-catalogue.ts';
import type { EventStore } from '#eventstore/event-store.ts';
import { loadState } from '#eventstore/load.ts';
import type { ReadTables } from '#projections/read-tables.ts';

/** Returns an organization's access to an API from its stream. Commands decide on it. */
export const loadAccess = (store: EventStore<PorticoEvent>, apiId: number, organizationId: number): Promise<Access> =>
  loadState(store, accessDecider, accessIdOf(apiId, organizationId));

/**
 * Returns whether an organization has access to an event category. Each needs a grant, the portal's own too: a category belongs to
 * nobody. Reads the read tables.
 */
export const hasEventAccess = async (
  db: Kysely<ReadTables>,
  eventCategoryId: number,
  organizationId: number,
): Promise<boolean> => {
  const grant = await db
    .selectFrom('access_grants')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('event_category_id', '=', eventCategoryId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return grant !== undefined;
};

/** Returns whether the actor's organization has access to an API: `granted` of the authorization table. Reads the read tables. */
export const hasAccess = async (
  db: Kysely<ReadTables>,
  { organizationId, organizationExternal }: Actor,
  api: Readonly<{ id: number; organizationId: number }>,
): Promise<boolean> => {
  if (!needsAccess({ id: organizationId, external: organizationExternal }, api)) return true;
  const grant = await db
    .selectFrom('access_grants')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('api_id', '=', api.id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return grant !== undefined;
};
