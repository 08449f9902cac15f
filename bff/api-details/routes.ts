import { callPathQueries } from './call-paths.ts';
import { apiDetailQueries } from './queries.ts';

/** All calls, in the order in which their paths are tried. */
export const apiDetailsRoutes = [...apiDetailQueries, ...callPathQueries];
