import { operationCommands } from './commands.ts';
import { operationQueries } from './queries.ts';

/** All calls, in the order in which their paths are tried. */
export const operationRoutes = [...operationQueries, ...operationCommands];
