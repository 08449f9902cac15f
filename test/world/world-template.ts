import { createPool } from '#platform/database.ts';
import { allProjections } from '#projections/all-projections.ts';
import { ensureGenerations } from '#projections/engine/generations.ts';
import { migrateQueue } from '#workers/engine/queue-schema.ts';
import { appRole, appUrlOf, template, urlOf, worldTemplate } from '../postgres/postgres.ts';
import { runSql } from '../postgres/sql.ts';

/**
 * Makes the template for the databases of worlds: a copy of the migrated one, with empty read tables and the queue's
 * tables. To make them takes some hundred statements, most of them in one transaction, which delays the events of every
 * database in the cluster.
 */
export const prepareWorldTemplate = async (clusterUrl: string): Promise<void> => {
  await runSql(clusterUrl, `create database ${worldTemplate} template ${template}`);
  await migrateQueue(urlOf(clusterUrl, worldTemplate), appRole);
  const pool = createPool(appUrlOf(clusterUrl, worldTemplate), { applicationName: 'portico-test' });
  await ensureGenerations(pool, allProjections);
  await pool.end();
};
