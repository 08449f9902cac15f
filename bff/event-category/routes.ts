import { eventCategoryCommands } from './commands.ts';
import { eventCategoryQueries } from './queries.ts';

/** Every call about event categories. */
export const eventCategoryRoutes = [...eventCategoryQueries, ...eventCategoryCommands];
