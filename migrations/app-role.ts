import pg from 'pg';

/**
 * Makes sure that the application's role exists, may log in with this password and may connect; it owns
 * nothing. Needs a role that may create roles.
 */
export const ensureAppRole = async (ownerUrl: string, name: string, password: string): Promise<void> => {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'portico-migrate' });
  await client.connect();
  try {
    const role = client.escapeIdentifier(name);
    const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [name]);
    await client.query(
      `${rowCount ? 'alter' : 'create'} role ${role} login password ${client.escapeLiteral(password)}`,
    );
  } finally {
    await client.end();
  }
};
