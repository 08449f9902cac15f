import { consumerCommands } from './commands.ts';
import { consumerChangeCommands } from './consumer-change.ts';
import { credentialViewQueries } from './credential-views.ts';
import { keyUseQueries } from './key-use.ts';
import { consumerQueries } from './queries.ts';

/** All calls, in the order in which their paths are tried. */
export const consumerRoutes = [
  ...consumerQueries,
  ...keyUseQueries,
  ...consumerCommands,
  ...consumerChangeCommands,
  ...credentialViewQueries,
];
