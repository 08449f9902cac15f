import { issueCommands } from './commands.ts';
import { issueQueries } from './queries.ts';

/** All calls, in the order in which their paths are tried. */
export const issueRoutes = [...issueQueries, ...issueCommands];
