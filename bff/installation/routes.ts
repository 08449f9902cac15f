import { setupCommands } from './commands.ts';
import { setupQueries } from './queries.ts';

/** All calls, in the order in which their paths are tried. */
export const installationRoutes = [...setupQueries, ...setupCommands];
