import type { TestProject } from 'vitest/node';
import { startCluster } from '#sandbox/postgres/cluster.ts';
import { prepareTemplate } from './postgres.ts';
import { quickFolder } from './quick-folder.ts';
import { prepareWorldTemplate } from './world-template.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The superuser's address of the cluster that the whole test run shares. */
    postgresUrl: string;
  }
}

export default async (project: TestProject) => {
  // Several suites at a time, each with some pools.
  const cluster = await startCluster({ parent: quickFolder(), settings: { max_connections: '400' } });
  await prepareTemplate(cluster.url);
  await prepareWorldTemplate(cluster.url);
  project.provide('postgresUrl', cluster.url);
  return cluster.stop;
};
