import { readdirSync, readFileSync } from 'node:fs';
import type { Database } from './database.ts';
import { codeOf } from './error-code.ts';
import { UnfitError } from './unfit-error.ts';

/**
 * @property version of package.json.
 * @property files   the migrations that this release has, in order.
 */
export type Release = Readonly<{ version: string; files: readonly string[] }>;

const root = new URL('../', import.meta.url);

export const thisRelease: Release = {
  version: (JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as { version: string }).version,
  files: readdirSync(new URL('migrations/', root))
    .filter((file) => file.endsWith('.sql'))
    .sort(),
};

/** Thrown when this release can't use the data: it must neither read nor write. The message says what to do. */
export class ReleaseError extends UnfitError {
  override name = 'ReleaseError';
}

/**
 * A migration that was applied to the database.
 *
 * @property release    the version of the release that applied it; null when that release did not record its version
 *   yet.
 * @property min_reader the lowest schema number of an older release that may still run; null when all may.
 */
export type AppliedMigration = Readonly<{ file: string; release: string | null; min_reader: number | null }>;

const numberOf = (file: string | undefined): number => Number(file?.slice(0, 3) ?? 0);

/** Returns the schema number of a release: the number of its newest migration. */
const schemaOf = ({ files }: Pick<Release, 'files'>): number => numberOf(files.at(-1));

const nameOf = (version: string | null | undefined, schema: number): string =>
  `Portico ${version ?? 'of another release'} (schema ${schema})`;

/**
 * Checks the migrations of the database against those of a release. The database may be newer if its newer migrations
 * allow it by `min_reader` (expand, then contract).
 *
 * @throws ReleaseError that names both releases.
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
 * Checks that this release can use the data. Each process calls this before it reads or writes.
 *
 * @throws ReleaseError when it can't.
 */
export const checkRelease = async (database: Database): Promise<void> => {
  const applied = await database
    .query<AppliedMigration>('select file, release, min_reader from schema_migrations order by file')
    .catch((error: unknown) => {
      const own = nameOf(thisRelease.version, schemaOf(thisRelease));
      if (codeOf(error) === '42P01')
        throw new ReleaseError(`this is ${own}, and the database is empty: run npm run migrate`);
      // An older database lacks these columns, or the right to read them.
      if (/^(42703|42501)$/.test(codeOf(error)))
        throw new ReleaseError(`this is ${own}, and the data are those of an older release: run npm run migrate`);
      throw error;
    });
  compareRelease(thisRelease, applied.rows);
};
