import type { JoinBuilder } from 'kysely';
import type { ReadTables } from '#projections/read-tables.ts';

type Joined = ReadTables & { access: ReadTables['access_grants'] };

/** Joins the access in force of a key's organization to its API. The key ends with it. */
export const accessOfKey = (join: JoinBuilder<Joined, keyof Joined>) =>
  join
    .onRef('access.api_id', '=', 'consumers.api_id')
    .onRef('access.organization_id', '=', 'consumers.organization_id')
    .on('access.revoked_at', 'is', null);
