import type { Chore } from '../engine/sweep.ts';
import { alarmOverdueRemovals, replayFailedRemovals } from './removals.ts';

export const gatewayChores: readonly Chore[] = [
  { name: 'replaying failed removals', run: replayFailedRemovals },
  { name: 'checking for overdue removals', run: (services) => alarmOverdueRemovals(services) },
];
