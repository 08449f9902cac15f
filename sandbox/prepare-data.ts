import { prepareDatabase } from '../migrations/prepare-database.ts';
import { ReleaseError } from '../platform/release.ts';
import { databaseUrlOf, type Sandbox } from './parts.ts';
import { StartError } from './process/start-error.ts';

/** Migrates the database. @throws StartError when a newer release has written the data. */
export const prepareData = async (sandbox: Sandbox): Promise<void> => {
  const { owner, app } = databaseUrlOf(sandbox);
  try {
    await prepareDatabase(owner, app);
  } catch (error) {
    throw error instanceof ReleaseError ? new StartError(error.message) : error;
  }
};
