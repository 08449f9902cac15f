import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type pg from 'pg';
import { createClient } from '#platform/database.ts';
import { type AppliedMigration, compareRelease, type Release, thisRelease } from '#platform/release.ts';

/** Any constant: two processes that migrate the same database wait for each other. */
export const migrationLock = 7_214_001;

const ownDirectory = new URL('.', import.meta.url);

type Migration = Readonly<{
  number: number;
  file: string;
  sql: string;
  checksum: string;
  /** The schema from which a release that does not know this migration may still run; any unless the file says so. */
  minReader: number | undefined;
}>;

/** What a migration says that takes something away: `-- min-reader: 225`. */
const minReaderLine = /^-- min-reader: (\d+)$/m;

/** Line ends do not count, so that a checkout on Windows has the same checksums. */
const readMigrations = async (directory: URL): Promise<readonly Migration[]> => {
  const files = (await readdir(directory)).filter((file) => file.endsWith('.sql')).sort();
  const migrations = await Promise.all(
    files.map(async (file) => {
      const match = /^(\d{3})_[a-z0-9_]+\.sql$/.exec(file);
      if (!match) throw new Error(`migration ${file}: the name must be like 001_streams.sql`);
      const sql = (await readFile(new URL(file, directory), 'utf8')).replaceAll('\r\n', '\n');
      const number = Number(match[1]);
      const said = minReaderLine.exec(sql)?.[1];
      const minReader = said === undefined ? undefined : Number(said);
      if (minReader !== undefined && minReader > number)
        throw new Error(`migration ${file}: its min-reader is to come yet`);
      return { number, file, sql, checksum: createHash('sha256').update(sql).digest('hex'), minReader };
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
 * @throws ReleaseError when the database has migrations of a newer release that this one may not work with.
 */
export const migrate = async (
  ownerUrl: string,
  appRole: string,
  directory: URL = ownDirectory,
): Promise<readonly string[]> => {
  const migrations = await readMigrations(directory);
  const client = createClient({ connectionString: ownerUrl, application_name: 'portico-migrate' });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    await client.query(
      `create table if not exists schema_migrations (
         file text primary key, checksum text not null, applied_at timestamptz not null default now())`,
    );
    // Beside what the first releases wrote: who applied it, and who may still read what it made (platform/release.ts).
    await client.query(
      `alter table schema_migrations add column if not exists release text, add column if not exists min_reader integer`,
    );
    await client.query(`grant select on schema_migrations to ${client.escapeIdentifier(appRole)}`);
    const { rows } = await client.query<AppliedMigration & { checksum: string }>(
      'select file, checksum, release, min_reader from schema_migrations order by file',
    );
    const known = new Map(rows.map((row) => [row.file, row.checksum]));
    for (const { file, checksum } of migrations) {
      const before = known.get(file);
      if (before !== undefined && before !== checksum) {
        throw new Error(`migration ${file} was applied in another wording: restore the file and add a new one instead`);
      }
    }
    const missing = migrations.filter(({ file }) => !known.has(file));
    const release: Release = { version: thisRelease.version, files: migrations.map(({ file }) => file) };
    const alsoMissing = missing.map(({ file }) => ({ file, release: null, min_reader: null }));
    compareRelease(release, [...rows, ...alsoMissing]);
    for (const migration of missing) await apply(client, migration, appRole);
    return missing.map(({ file }) => file);
  } finally {
    await client.end();
  }
};

const apply = async (client: pg.Client, migration: Migration, appRole: string): Promise<void> => {
  const { file, sql, checksum, minReader } = migration;
  await client.query('begin');
  try {
    await client.query(sql.replaceAll(/(?<![:\w]):app\b/g, client.escapeIdentifier(appRole)));
    await client.query('insert into schema_migrations (file, checksum, release, min_reader) values ($1, $2, $3, $4)', [
      file,
      checksum,
      thisRelease.version,
      minReader ?? null,
    ]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`migration ${file} failed: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
};
