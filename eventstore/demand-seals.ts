import type { Database } from '#platform/database.ts';

/** Lets no release start any more that writes events without seals: the table of migrations tells it to. */
export const refuseReleasesWithoutSeals = async (database: Database): Promise<void> => {
  await database.query('select refuse_releases_without_seals()');
};
