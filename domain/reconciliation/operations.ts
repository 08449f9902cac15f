import type { OperationsOf } from '../core/operation-kind.ts';
import { aboutFormer, type FormerIds } from './former-ids.ts';
import type { ReconciliationEvent } from './reconciliation.ts';

export const reconciliationOperations = {
  reconcile: {
    requestedBy: 'ReconciliationRequested',
    at: 'gateway',
    // A job of the last release has the former ids only.
    about: ({ about, deploymentId, consumerId = null }) =>
      about ?? aboutFormer({ deploymentId, consumerId } as FormerIds),
    removal: true,
    quiet: true,
    ownStream: 'reconciliation',
  },
} as const satisfies OperationsOf<ReconciliationEvent>;
