import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import path from 'node:path';
import { startCluster } from '#sandbox/postgres/cluster.ts';
import { quickFolder } from '../runner/quick-folder.ts';
import { prepareWorldTemplate } from '../world/world-template.ts';
import { prepareTemplate } from './postgres.ts';

/** Of this copy of the project: that of a new noun has other tables. */
const name = `portico-prepared-${createHash('sha256')
  .update(import.meta.dirname)
  .digest('hex')
  .slice(0, 12)}`;

/**
 * Returns the data of a Postgres with the templates of test databases, made once in a run. To make a new Postgres and migrate it
 * takes seconds of processor time; a copy of one takes none worth mentioning.
 */
export const preparedData = async (): Promise<string> => {
  const place = path.join(quickFolder(), name);
  if (existsSync(place)) return place;
  const cluster = await startCluster({ parent: quickFolder() });
  try {
    await prepareTemplate(cluster.url);
    await prepareWorldTemplate(cluster.url);
    await cluster.rest();
    // Another run in this one may have been faster.
    if (!existsSync(place)) await rename(cluster.data, place);
  } finally {
    await cluster.stop();
  }
  return place;
};
