import { eventTopicCommands } from './commands.ts';
import { eventTopicQueries } from './queries.ts';

/** Every call about event topics. */
export const eventTopicRoutes = [...eventTopicQueries, ...eventTopicCommands];
