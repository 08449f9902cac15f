import { runSubscription } from '#eventstore/subscription/run-subscription.ts';
import type { WorkerServices } from '../engine/worker-services.ts';
import { tellByMail } from './tell-by-mail.ts';
import { wantedFor } from './wanted-mails.ts';

/** The most milliseconds since an event that a mail tells about. The first worker with a mail server sends none about the past. */
const newsLimit = 24 * 3_600_000;

/**
 * Follows the log and requests the mails that tell people what happened. Without a mail server nothing is requested, and
 * what happened meanwhile is not told later. Ends when the signal aborts.
 */
export const runMailRequests = (services: WorkerServices, signal: AbortSignal): Promise<void> =>
  runSubscription({
    store: services.store,
    pool: services.pool,
    name: 'mails',
    log: services.log,
    signal,
    handler: {
      deliver: async (events) => {
        if (!services.mail) return;
        const oldest = new Date(Date.now() - newsLimit).toISOString();
        for (const event of events) {
          if (event.meta.time < oldest) continue;
          for (const wanted of await wantedFor(event, services.pool)) await tellByMail(services, wanted, event);
        }
      },
    },
  });
