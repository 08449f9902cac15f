import { resourceAccessCommands } from './access.ts';
import { certificateCommands } from './certificates.ts';
import { resourceCommands } from './commands.ts';
import { environmentQueries } from './environments.ts';
import { resourceQueries } from './queries.ts';
import { resourceTestCommands } from './test-resource.ts';

/** All calls, in the order in which their paths are tried. */
export const resourceRoutes = [
  ...environmentQueries,
  ...resourceQueries,
  ...resourceCommands,
  ...resourceTestCommands,
  ...resourceAccessCommands,
  ...certificateCommands,
];
