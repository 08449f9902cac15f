import { createClient } from '#platform/database.ts';

/**
 * Makes sure that the application's role exists and may log in with this password. It owns the read tables, which it makes,
 * and nothing else. The owner of the schema becomes a member of it, so that a dump by the owner has the read tables too.
 * Making the role needs one that may create roles; where an operator made it beforehand, the owner need not be one, and the
 * operator grants the membership.
 */
export const ensureAppRole = async (ownerUrl: string, name: string, password: string): Promise<void> => {
  const client = createClient({ connectionString: ownerUrl, application_name: 'portico-migrate' });
  await client.connect();
  try {
    const role = client.escapeIdentifier(name);
    const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [name]);
    const withPassword = `role ${role} login password ${client.escapeLiteral(password)}`;
    if (!rowCount) await client.query(`create ${withPassword}`);
    else await client.query(`alter ${withPassword}`).catch(unlessForbidden);
    // From Postgres 16 on, whoever makes a role may give it to itself, but does not have it.
    const { rows } = await client.query("select pg_has_role(current_user, $1, 'usage') as has", [name]);
    if (!rows[0]?.has) await client.query(`grant ${role} to current_user`).catch(unlessForbidden);
  } finally {
    await client.end();
  }
};

const unlessForbidden = (error: unknown): void => {
  if (!(error instanceof Error && 'code' in error && error.code === '42501')) throw error;
};
