import { byPortal } from '#domain/core/actor.ts';
import { fullNameOf } from '#domain/user/full-name.ts';
import type { Database } from '#platform/database.ts';
import { keyLabel } from '#projections/key-label.ts';
import { UnreachableError } from '../engine/run.ts';

const names = {
  api: 'select name from apis where id = $1 union all select name from deleted_apis where id = $1 limit 1',
  'event-category': `select name from operation_subjects where id = 'event-category-' || $1::integer`,
  organization: 'select name from organizations where id = $1',
  application: `select name from operation_subjects where id = 'application-' || $1::integer`,
  deployment: `select name from operation_subjects where id = 'deployment-' || $1::integer`,
  gateway: 'select name from resources where id = $1',
  key: `select ${keyLabel('$1::integer')} as name`,
  employer: 'select o.name from users u join organizations o on o.id = u.organization_id where u.id = $1',
} as const;

/** @throws UnreachableError when the read tables do not have it: they may be behind. */
export const nameOf = async (database: Database, what: keyof typeof names, id: number): Promise<string> => {
  const { rows } = await database.query<{ name: string }>(names[what], [id]);
  if (!rows[0]) throw new UnreachableError({ code: 'portal.unavailable' });
  return rows[0].name;
};

/** @throws UnreachableError when the read tables do not have the person. */
export const personOf = async (database: Database, id: number): Promise<string> => {
  // The portal itself acted.
  if (id === byPortal.userId) return 'Portico';
  const { rows } = await database.query<{ firstname: string; lastname: string }>(
    'select firstname, lastname from users where id = $1',
    [id],
  );
  if (!rows[0]) throw new UnreachableError({ code: 'portal.unavailable' });
  return fullNameOf(rows[0].firstname, rows[0].lastname);
};

export const isPortalAdministrator = async (database: Database, userId: number): Promise<boolean> => {
  const { rowCount } = await database.query(`select from users where id = $1 and roles @> '{ROLE_PORTAL_ADMIN}'`, [
    userId,
  ]);
  return rowCount === 1;
};
