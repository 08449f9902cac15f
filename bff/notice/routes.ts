import { noticeCommands } from './commands.ts';
import { noticeQueries } from './queries.ts';

/** All calls, in the order in which their paths are tried. */
export const noticeRoutes = [...noticeQueries, ...noticeCommands];
