import type { Database } from '#platform/database.ts';
import { UnfitError } from '#platform/unfit-error.ts';

/**
 * Checks that a process does not connect as the owner of the log, who could change it, where the log was made for a role
 * of the application. Where one role does everything, which is enough to try Portico out, there is nothing to choose.
 *
 * @throws UnfitError that names the application's role.
 */
export const checkRole = async (database: Database): Promise<void> => {
  const { rows } = await database.query<{ role: string; owns: boolean; app: string | null }>(
    `select current_user as role, pg_has_role(c.relowner, 'usage') as owns,
       (select string_agg(distinct g.grantee::regrole::text, ', ')
          from aclexplode(c.relacl) g where g.privilege_type = 'INSERT' and g.grantee not in (0, c.relowner)) as app
     from pg_class c where c.oid = 'events'::regclass`,
  );
  const [found] = rows;
  if (found?.owns && found.app !== null)
    throw new UnfitError(
      `cannot start: DATABASE_URL connects as ${found.role}, who owns the event log and could change it; connect as ${found.app}`,
    );
};
