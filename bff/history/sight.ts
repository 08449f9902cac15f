import type { Kysely } from 'kysely';
import type { Actor } from '#domain/core/actor.ts';
import { may } from '#domain/core/authorization.ts';
import { notFound, RefusedError } from '#domain/core/problem.ts';
import type { HistoryPage } from '#domain/history/schema.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import { hasAccess } from '../access/access.ts';
import { findApi } from '../api/shared/row.ts';

/** What a reader may see: all entries, deployments, settings, and values that transformers write into calls. */
export type Sight = Readonly<{ all: boolean; deployments: boolean; settings: boolean; writtenValues: boolean }>;

/**
 * Returns the API of a history and how much of it the actor may read (authorization table, `history.list-all`). Only
 * those who may see everything can read the history of a deleted API.
 *
 * @throws RefusedError when there is no such API for the actor.
 */
export const lookInto = async (
  db: Kysely<ReadTables>,
  actor: Actor,
  id: number,
): Promise<{ api: HistoryPage['api']; sight: Sight }> => {
  const known = await db.selectFrom('history_apis').selectAll().where('id', '=', id).executeTakeFirst();
  const api = await findApi(db, id);
  const applicationId = api?.bizappId ?? null;
  const all = may(actor, 'history.list-all', { applicationId });
  if (!known || (!api && !all)) throw new RefusedError(notFound());
  const granted = api !== undefined && (await hasAccess(db, actor, api));
  const resource = { applicationId, granted, ...(api && { organizationId: api.organizationId }) };
  const writtenValues = may(actor, 'deployment.read', resource);
  return {
    api: { id, name: known.name, deleted: known.deleted },
    sight: {
      all,
      deployments: may(actor, 'deployment.list', resource),
      settings: all || writtenValues,
      writtenValues,
    },
  };
};

/** Returns whether a reader of an API's history sees an entry of it. */
export const seesEntry = (
  { all, deployments }: Sight,
  actor: Actor,
  { area, organization_id }: Readonly<{ area: string | null; organization_id: number | null }>,
): boolean =>
  all || area === 'api' || (deployments && area === 'deployment') || organization_id === actor.organizationId;
