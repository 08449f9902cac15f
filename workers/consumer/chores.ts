import { readDatabaseTime } from '#platform/database-time.ts';
import type { Chore } from '../engine/sweep.ts';
import { endDueCredentials } from './end-due-credentials.ts';
import { keyEndChores } from './key-ends.ts';
import { withdrawForgotten } from './withdraw-keys.ts';

export const consumerChores: readonly Chore[] = [
  {
    name: 'ending due credentials',
    // Nothing brings the credentials back, so the database is asked for its time.
    run: async (services) => endDueCredentials(services, await readDatabaseTime(services.pool)),
  },
  ...keyEndChores,
  { name: 'withdrawing forgotten keys', run: withdrawForgotten },
];
