import { approvalCommands } from './commands.ts';
import { approvalQueries } from './queries.ts';

/** Every call about changes that need a second person. */
export const approvalRoutes = [...approvalQueries, ...approvalCommands];
