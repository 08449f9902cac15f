import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';

/** Any constant: two processes that migrate the same database wait for each other. */
const migrationLock = 7_214_001;

const ownDirectory = new URL('.', import.meta.url);

type Migration = Readonly<{ number: number; file: string; sql: string; checksum: string }>;

/** Line ends do not count, so that a checkout on Windows has the same checksums. */
const readMigrations = async (directory: URL): Promise<readonly Migration[]> => {
  const files = (await readdir(directory)).filter((file) => file.endsWith('.sql')).sort();
  const migrations = await Promise.all(
    files.map(async (file) => {
      const match = /^(\d{3})_[a-z0-9_]+\.sql$/.exec(file);
      if (!match) throw new Error(`migration ${file}: the name must be like 001_streams.sql`);
      const sql = (await readFile(new URL(file, directory), 'utf8')).replaceAll('\r\n', '\n');
      return { number: Number(match[1]), file, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
  migrations.forEach(({ number, file }, index) => {
    const previous = migrations[index - 1];
    if (previous?.number === number) throw new Error(`migrations ${previous.file} and ${file} have the same number`);
  });
  return migrations;
};

/**
 * Brings a database to the newest schema: applies every `migrations/*.sql` that it does not have yet, in the
 * order of their numbers, each in a transaction of its own. The token `:app` in a file stands for the
 * application's role, which must exist (see `ensureAppRole`).
 *
 * @param ownerUrl address of the database as its owner.
 * @param appRole  name of the role that the processes use.
 * @param directory of the files, ending in a slash.
 * @returns the names of the files that were applied now.
 * @throws when a file that was applied before has changed since, or a statement fails (the message names the file).
 */
export const migrate = async (
  ownerUrl: string,
  appRole: string,
  directory: URL = ownDirectory,
): Promise<readonly string[]> => {
  const migrations = await readMigrations(directory);
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'portico-migrate' });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    await client.query(
      `create table if not exists schema_migrations (
         file text primary key, checksum text not null, applied_at timestamptz not null default now())`,
    );
    const { rows } = await client.query<{ file: string; checksum: string }>(
      'select file, checksum from schema_migrations',
    );
    const known = new Map(rows.map((row) => [row.file, row.checksum]));
    for (const { file, checksum } of migrations) {
      const before = known.get(file);
      if (before !== undefined && before !== checksum) {
        throw new Error(`migration ${file} was applied in another wording: restore the file and add a new one instead`);
      }
    }
    const missing = migrations.filter(({ file }) => !known.has(file));
    for (const migration of missing) await apply(client, migration, appRole);
    return missing.map(({ file }) => file);
  } finally {
    await client.end();
  }
};

const apply = async (client: pg.Client, { file, sql, checksum }: Migration, appRole: string): Promise<void> => {
  await client.query('begin');
  try {
    await client.query(sql.replaceAll(/(?<![:\w]):app\b/g, client.escapeIdentifier(appRole)));
    await client.query('insert into schema_migrations (file, checksum) values ($1, $2)', [file, checksum]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`migration ${file} failed: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
};
