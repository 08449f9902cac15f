import type { Chore } from '../engine/sweep.ts';
import { reconcileGateways } from './reconcile-gateways.ts';

export const reconciliationChores: readonly Chore[] = [
  { name: 'checking the gateways', run: (services, { gateways }) => reconcileGateways(services, gateways) },
];
