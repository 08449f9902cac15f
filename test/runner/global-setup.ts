import type { TestProject } from 'vitest/node';
import { startCluster } from '#sandbox/postgres/cluster.ts';
import { prepareTemplate } from '../postgres/postgres.ts';
import { prepareWorldTemplate } from '../world/world-template.ts';
import { seed } from './chance.ts';
import { holdRun } from './hold-run.ts';
import { quickFolder } from './quick-folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The superuser's address of the cluster that the whole test run shares. */
    postgresUrl: string;
    /** As `postgresUrl`, for suites that make tables: their long transactions delay the events of a whole cluster. */
    schemasUrl: string;
  }
}

export default async (project: TestProject) => {
  console.log(`PORTICO_SEED=${seed}`);
  const release = holdRun();
  // Several suites at a time, each with some pools.
  const start = () => startCluster({ parent: quickFolder(), settings: { max_connections: '400' } });
  const [cluster, schemas] = await Promise.all([start(), start()]);
  await Promise.all([prepareTemplate(cluster.url), prepareTemplate(schemas.url)]);
  await prepareWorldTemplate(cluster.url);
  project.provide('postgresUrl', cluster.url);
  project.provide('schemasUrl', schemas.url);
  return async () => {
    await Promise.all([cluster.stop(), schemas.stop()]);
    await release();
  };
};
