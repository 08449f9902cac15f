import { dropOldUnconfirmed } from '#platform/unconfirmed-requests.ts';
import type { Chore } from '../engine/sweep.ts';
import { finishApprovals } from './finish-approvals.ts';

export const registrationChores: readonly Chore[] = [
  {
    name: 'finishing approvals',
    run: (services, { quiet }) => finishApprovals(services, new Date(Date.now() - quiet)),
  },
  { name: 'deleting requests that nobody confirmed', run: ({ pool }) => dropOldUnconfirmed(pool) },
];
