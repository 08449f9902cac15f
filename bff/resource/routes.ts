import { environmentQueries } from './environments.ts';
import { resourceQueries } from './queries.ts';

/** All calls, in the order in which their paths are tried. */
export const resourceRoutes = [...environmentQueries, ...resourceQueries];
