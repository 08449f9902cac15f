import { applicationCommands } from './commands.ts';
import { applicationQueries } from './queries.ts';

/** All calls, in the order in which their paths are tried. */
export const applicationRoutes = [...applicationQueries, ...applicationCommands];
