import { readDatabaseTime } from '#platform/database-time.ts';
import type { Chore } from '../engine/sweep.ts';
import { endDueLogins } from './end-due-logins.ts';

export const eventSubscriptionChores: readonly Chore[] = [
  {
    name: 'ending due logins at Kafka',
    // Nothing brings a login back, so the database is asked for its time.
    run: async (services) => endDueLogins(services, await readDatabaseTime(services.pool)),
  },
];
