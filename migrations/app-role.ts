import { createClient } from '#platform/database.ts';

/**
 * Makes sure that the application's role exists and may log in with this password; it owns nothing. Making it
 * needs a role that may create roles; where an operator made it beforehand, the owner need not be one.
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
  } finally {
    await client.end();
  }
};

const unlessForbidden = (error: unknown): void => {
  if (!(error instanceof Error && 'code' in error && error.code === '42501')) throw error;
};
