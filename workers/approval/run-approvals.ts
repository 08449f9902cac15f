import type { PorticoEvent } from '#domain/event-catalogue.ts';
import { waitForPosition } from '#projections/wait-for-position.ts';
import { followLog } from '../engine/follow-log.ts';
import type { WorkerServices } from '../engine/worker-services.ts';
import { carryOut } from './carry-out.ts';

/** Where rights and names are found. */
const readTables = ['users', 'organizations', 'application_owners', 'apis', 'resources', 'deployments'] as const;

/** Follows the log: carries out what a second person has approved. A crash repeats it. Ends when the signal aborts. */
export const runApprovals = (services: WorkerServices, signal: AbortSignal): Promise<void> =>
  followLog(
    services,
    {
      name: 'approved-changes',
      concerns: ({ type }) => type === ('ApprovalGiven' satisfies PorticoEvent['type']),
      deliver: async (events) => {
        for (const event of events) {
          if (event.type !== 'ApprovalGiven') continue;
          // A right that was taken before the approval is taken in the tables, too.
          if (!(await waitForPosition(services.pool, event.position, undefined, readTables)))
            throw new Error('the read tables are behind');
          await carryOut(services, event, event.data.approvalId);
        }
      },
    },
    signal,
  );
