import type { OperationsOf } from '../core/operation-kind.ts';
import type { ReconciliationEvent } from './reconciliation.ts';

export const reconciliationOperations = {
  reconcile: {
    requestedBy: 'ReconciliationRequested',
    at: 'gateway',
    about: ({ about }) => about,
    removal: true,
    quiet: true,
    ownStream: 'reconciliation',
  },
} as const satisfies OperationsOf<ReconciliationEvent>;
