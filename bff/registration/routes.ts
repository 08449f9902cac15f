import { registrationCommands } from './commands.ts';
import { registrationQueries } from './queries.ts';

/** All calls, in the order in which their paths are tried. */
export const registrationRoutes = [...registrationQueries, ...registrationCommands];
