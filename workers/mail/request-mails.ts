import { waitForPosition } from '#projections/wait-for-position.ts';
import { followLog } from '../engine/follow-log.ts';
import { inTraceOf } from '../engine/in-trace-of.ts';
import type { WorkerServices } from '../engine/worker-services.ts';
import { tellByMail } from './tell-by-mail.ts';
import { mayBeTold, wantedFor } from './wanted-mails.ts';

/** The most milliseconds since an event that a mail tells about. The first worker with a mail server sends none about the past. */
const newsLimit = 24 * 3_600_000;

/** Where those are found who are told. */
const readTables = [
  'users',
  'organizations',
  'application_owners',
  'registrations',
  'consumers',
  'access_grants',
  'access_request_joins',
  'apis',
  'approvals',
] as const;

/**
 * Follows the log and requests the mails that tell people what happened. Without a mail server nothing is requested, and
 * what happened meanwhile is not told later. Ends when the signal aborts.
 */
export const runMailRequests = (services: WorkerServices, signal: AbortSignal): Promise<void> =>
  followLog(
    services,
    {
      name: 'mails',
      concerns: (event) => services.mail !== undefined && mayBeTold(event),
      deliver: async (events) => {
        const oldest = new Date(Date.now() - newsLimit).toISOString();
        for (const event of events) {
          if (event.meta.time < oldest) continue;
          // Whoever is to be told is found in the read tables. While they are behind, the mail waits: nobody is left out.
          if (!(await waitForPosition(services.pool, event.position, undefined, readTables)))
            throw new Error('the read tables are behind');
          const wanted = await wantedFor(event, services.pool);
          await inTraceOf(event, async () => {
            for (const each of wanted) await tellByMail(services, each, event);
          });
        }
      },
    },
    signal,
  );
