import { businessAreaCommands } from './commands.ts';
import { businessAreaOptionQueries } from './options.ts';
import { businessAreaQueries } from './queries.ts';

/** Every call about business areas. */
export const businessAreaRoutes = [...businessAreaOptionQueries, ...businessAreaQueries, ...businessAreaCommands];
