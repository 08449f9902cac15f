import { readdirSync, readFileSync } from 'node:fs';
import type { Database } from './database.ts';
import { codeOf } from './error-code.ts';

/**
 * @property version of package.json.
 * @property files   the migrations that this release knows, in order.
 */
export type Release = Readonly<{ version: string; files: readonly string[] }>;

const root = new URL('../', import.meta.url);

export const thisRelease: Release = {
  version: (JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as { version: string }).version,
  files: readdirSync(new URL('migrations/', root))
    .filter((file) => file.endsWith('.sql'))
    .sort(),
};

/** The data are not this release's: nothing is to be read or written. The message says what to do. */
export class ReleaseError extends Error {
  override name = 'ReleaseError';
}

/**
 * A migration that the database has.
 *
 * @property release    version of the release that applied it; null where that release did not say so yet.
 * @property min_reader the schema number from which a release that does not know the migration may still run; null where all may.
 */
export type AppliedMigration = Readonly<{ file: string; release: string | null; min_reader: number | null }>;

const numberOf = (file: string | undefined): number => Number(file?.slice(0, 3) ?? 0);

/** The schema of a release is the number of its newest migration. */
const schemaOf = ({ files }: Pick<Release, 'files'>): number => numberOf(files.at(-1));

const nameOf = (version: string | null | undefined, schema: number): string =>
  `Portico ${version ?? 'of another release'} (schema ${schema})`;

/**
 * Compares what the database has with what a release knows. A newer database is fine as long as its newer migrations
 * say so (expand, then contract): each tells by `min_reader` which releases may still run.
 *
 * @throws ReleaseError naming both releases.
 */
export const compareRelease = (release: Release, applied: readonly AppliedMigration[]): void => {
  const own = nameOf(release.version, schemaOf(release));
  const known = new Set(release.files);
  const newer = applied.filter(({ file }) => !known.has(file));
  const newest = [...applied].sort((a, b) => a.file.localeCompare(b.file)).at(-1);
  const needed = Math.max(0, ...newer.map(({ min_reader }) => min_reader ?? 0));
  if (newer.length > 0 && schemaOf(release) < needed) {
    const writer = nameOf(newer.at(-1)?.release, numberOf(newest?.file));
    throw new ReleaseError(
      `this is ${own}, and the data were written by ${writer}: they need schema ${needed} or newer, start that release`,
    );
  }
  const there = new Set(applied.map(({ file }) => file));
  if (release.files.every((file) => there.has(file))) return;
  const before = nameOf(newest?.release, numberOf(newest?.file));
  throw new ReleaseError(`this is ${own}, and the data are those of ${before}: run npm run migrate`);
};

/**
 * To call before a process reads or writes.
 *
 * @throws ReleaseError when the data are of a release that this one can't work with.
 */
export const checkRelease = async (database: Database): Promise<void> => {
  const applied = await database
    .query<AppliedMigration>('select file, release, min_reader from schema_migrations order by file')
    .catch((error: unknown) => {
      const own = nameOf(thisRelease.version, schemaOf(thisRelease));
      if (codeOf(error) === '42P01')
        throw new ReleaseError(`this is ${own}, and the database is empty: run npm run migrate`);
      // The columns, and the right to read them, came with this check.
      if (/^(42703|42501)$/.test(codeOf(error)))
        throw new ReleaseError(`this is ${own}, and the data are those of an older release: run npm run migrate`);
      throw error;
    });
  compareRelease(thisRelease, applied.rows);
};

/** Runs a check for a main file: where the data are not this release's it says so and ends the process (exit code 78). */
export const fitOrExit = async (check: Promise<void>): Promise<void> => {
  try {
    await check;
  } catch (error) {
    if (!(error instanceof ReleaseError)) throw error;
    console.error(error.message);
    process.exit(78);
  }
};
