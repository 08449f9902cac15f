import { eventSubscriptionCommands } from './commands.ts';
import { eventSubscriptionQueries } from './queries.ts';

/** Every call about event subscriptions. */
export const eventSubscriptionRoutes = [...eventSubscriptionQueries, ...eventSubscriptionCommands];
