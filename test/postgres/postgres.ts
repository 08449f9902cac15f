import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { createPool, type Pool } from '#platform/database.ts';
import { readPath } from '#projections/read-path.ts';
import { type Cluster, type ClusterOptions, startCluster } from '#sandbox/postgres/cluster.ts';
import { ensureAppRole } from '../../migrations/app-role.ts';
import { ensureIdSequences } from '../../migrations/id-sequences.ts';
import { migrate } from '../../migrations/run.ts';
import { quickFolder } from '../runner/quick-folder.ts';
import { runSql } from './sql.ts';

export const appRole = 'portico_app';
const appPassword = 'app';
/** Migrated, without read tables. */
export const template = 'portico_template';
/** With empty read tables (`world-template.ts`). */
export const worldTemplate = 'portico_world_template';

/** `pool` is the application role's. `close` ends the pool and drops the database. */
export type TestDatabase = Readonly<{ ownerUrl: string; appUrl: string; pool: Pool; close: () => Promise<void> }>;

/** Returns the superuser's address of a database. */
export const urlOf = (clusterUrl: string, database: string): string => {
  const address = new URL(clusterUrl);
  address.pathname = `/${database}`;
  return address.href;
};

/** Returns the application role's address of a database. */
export const appUrlOf = (clusterUrl: string, database: string): string =>
  Object.assign(new URL(urlOf(clusterUrl, database)), { username: appRole, password: appPassword }).href;

/** Migrates a database once (`prepared-data.ts`); every test database is a copy of it. */
export const prepareTemplate = async (clusterUrl: string): Promise<void> => {
  await ensureAppRole(clusterUrl, appRole, appPassword);
  await runSql(clusterUrl, `create database ${template}`);
  await migrate(urlOf(clusterUrl, template), appRole);
  await ensureIdSequences(urlOf(clusterUrl, template), appRole);
};

const createTestDatabase = async (clusterUrl: string, from = template): Promise<TestDatabase> => {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await runSql(clusterUrl, `create database ${name} template ${from}`);
  const appUrl = appUrlOf(clusterUrl, name);
  const pool = createPool(appUrl, { applicationName: 'portico-test', searchPath: readPath });
  return {
    ownerUrl: urlOf(clusterUrl, name),
    appUrl,
    pool,
    close: async () => {
      await pool.end();
      await runSql(clusterUrl, `drop database if exists ${name} with (force)`);
    },
  };
};

/** A fresh, migrated database in the cluster that the whole test run shares. Milliseconds. */
export const startTestDatabase = (): Promise<TestDatabase> => createTestDatabase(inject('postgresUrl'));

/**
 * As `startTestDatabase`, for tests that make the read tables or change schemas.
 *
 * @param from `worldTemplate` for one that has empty read tables already.
 */
export const startSchemaDatabase = (from = template): Promise<TestDatabase> =>
  createTestDatabase(inject('schemasUrl'), from);

/** As `startTestDatabase`, with empty read tables and the queue's tables. */
export const startWorldDatabase = (): Promise<TestDatabase> => createTestDatabase(inject('postgresUrl'), worldTemplate);

/**
 * A fresh database in a cluster of its own, for tests that look at transaction ids, hold transactions open or
 * kill Postgres: the delivery of events depends on every transaction in a cluster.
 */
export const startTestCluster = async (options?: ClusterOptions): Promise<TestDatabase & { cluster: Cluster }> => {
  const cluster = await startCluster({ parent: quickFolder(), from: inject('preparedData'), ...options });
  const database = await createTestDatabase(cluster.url);
  return {
    ...database,
    cluster,
    close: async () => {
      await database.pool.end();
      await cluster.stop();
    },
  };
};
