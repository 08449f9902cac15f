import type { Database } from '#platform/database.ts';
import { ReleaseError, thisRelease } from '#platform/release.ts';
import type { Projection } from './projection.ts';

/**
 * Call it before filling read tables. This release does not know the columns of tables that a newer release made, so they
 * would stay without new rows.
 *
 * @throws ReleaseError naming both releases.
 */
export const checkGenerations = async (database: Database, projections: readonly Projection[]): Promise<void> => {
  const { rows } = await database.query<{ projection: string; version: number; release: string | null }>(
    `select projection, code_version as version, release from read_generations where state = 'live' order by projection`,
  );
  const newer = rows.filter(({ projection, version }) => {
    const own = projections.find(({ name }) => name === projection);
    return own !== undefined && own.version < version;
  });
  const [first] = newer;
  if (!first) return;
  const names = newer.map(({ projection, version }) => `${projection} ${version}`).join(', ');
  const writer = `Portico ${first.release ?? 'of another release'}`;
  throw new ReleaseError(
    `this is Portico ${thisRelease.version}, and the read tables were made by ${writer} (${names}): start that release`,
  );
};
