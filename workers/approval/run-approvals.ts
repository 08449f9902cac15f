import type { PorticoEvent } from '#domain/event-catalogue.ts';
import { beginning } from '#eventstore/event-store.ts';
import { waitForPosition } from '#projections/wait-for-position.ts';
import { followLog } from '../engine/follow-log.ts';
import { inTraceOf } from '../engine/in-trace-of.ts';
import type { WorkerServices } from '../engine/worker-services.ts';
import { carryOut } from './carry-out.ts';

/** Where rights and names are found. */
const readTables = [
  ...(['users', 'organizations', 'application_owners', 'application_addresses'] as const),
  ...(['apis', 'resources', 'deployments'] as const),
];

/** Follows the log: carries out what a second person has approved. A crash repeats it. Ends when the signal aborts. */
export const runApprovals = (services: WorkerServices, signal: AbortSignal): Promise<void> => {
  let last = beginning;
  return followLog(
    services,
    {
      name: 'approved-changes',
      concerns: ({ type }) => type === ('ApprovalGiven' satisfies PorticoEvent['type']),
      deliver: async (events) => {
        for (const event of events) {
          if (event.type !== 'ApprovalGiven') continue;
          // A right that was taken before the approval is taken in the tables, too, and so are names that the approval before it took.
          const known = [last, event.position].sort().at(-1) ?? last;
          if (!(await waitForPosition(services.pool, known, undefined, readTables)))
            throw new Error('the read tables are behind');
          const { approvalId } = event.data;
          last = (await inTraceOf(event, () => carryOut(services, event, approvalId))) ?? last;
        }
      },
    },
    signal,
  );
};
