import { apiVersionQueries } from './api-version.ts';
import { apiDetailQueries } from './api-with-deployments.ts';
import { callPathQueries } from './call-paths.ts';
import { apiCommands } from './commands.ts';
import { deleteApiCommands } from './delete-api.ts';
import { deletedApiQueries } from './deleted-apis.ts';
import { lintCommands } from './lint.ts';
import { apiQueries } from './queries.ts';
import { specQueries } from './spec.ts';

/** All calls, in the order in which their paths are tried. */
export const apiRoutes = [
  ...apiQueries,
  ...apiCommands,
  ...deleteApiCommands,
  ...deletedApiQueries,
  ...lintCommands,
  ...specQueries,
  ...apiVersionQueries,
  ...apiDetailQueries,
  ...callPathQueries,
];
