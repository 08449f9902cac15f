import type { TestProject } from 'vitest/node';
import { startCluster } from '#sandbox/postgres/cluster.ts';
import { preparedData } from '../postgres/prepared-data.ts';
import { seed } from './chance.ts';
import { holdRun } from './hold-run.ts';
import { quickFolder } from './quick-folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The superuser's address of the cluster that the whole test run shares. */
    postgresUrl: string;
    /** As `postgresUrl`, for suites that make tables: their long transactions delay the events of a whole cluster. */
    schemasUrl: string;
    /** Data of a Postgres with the templates of test databases, to be copied. */
    preparedData: string;
  }
}

const startServers = async () => {
  console.log(`PORTICO_SEED=${seed}`);
  const release = holdRun();
  const from = await preparedData();
  // Several suites at a time, each with some pools.
  const start = () => startCluster({ parent: quickFolder(), from, settings: { max_connections: '400' } });
  const [cluster, schemas] = await Promise.all([start(), start()]);
  const stop = async () => {
    await Promise.all([cluster.stop(), schemas.stop()]);
    await release();
  };
  return { cluster, schemas, from, stop };
};

/** Each project of the run loads this file anew, so what they share is kept with the process. */
const shared = globalThis as { porticoServers?: ReturnType<typeof startServers>; porticoProjects?: number };

export default async (project: TestProject) => {
  shared.porticoServers ??= startServers();
  shared.porticoProjects = (shared.porticoProjects ?? 0) + 1;
  const { cluster, schemas, from, stop } = await shared.porticoServers;
  project.provide('postgresUrl', cluster.url);
  project.provide('schemasUrl', schemas.url);
  project.provide('preparedData', from);
  return async () => {
    shared.porticoProjects = (shared.porticoProjects ?? 0) - 1;
    if (shared.porticoProjects === 0) await stop();
  };
};
