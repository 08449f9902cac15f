import type { TestProject } from 'vitest/node';
import { startCluster } from '#sandbox/postgres/cluster.ts';
import { prepareTemplate } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The superuser's address of the cluster that the whole test run shares. */
    postgresUrl: string;
  }
}

export default async (project: TestProject) => {
  const cluster = await startCluster();
  await prepareTemplate(cluster.url);
  project.provide('postgresUrl', cluster.url);
  return cluster.stop;
};
