import { consumerCommands } from './commands.ts';
import { consumerChangeCommands } from './consumer-change.ts';
import { credentialViewQueries } from './credential-views.ts';
import { consumerQueries } from './queries.ts';

/** All calls, in the order in which their paths are tried. */
export const consumerRoutes = [
  ...consumerQueries,
  ...consumerCommands,
  ...consumerChangeCommands,
  ...credentialViewQueries,
];
