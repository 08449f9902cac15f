import { accessCommands } from './commands.ts';
import { accessQueries } from './queries.ts';

/** All calls, in the order in which their paths are tried. */
export const accessRoutes = [...accessQueries, ...accessCommands];
