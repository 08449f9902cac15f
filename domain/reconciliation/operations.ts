import { streamOf } from '../core/id.ts';
import { aboutAt, type OperationsOf } from '../core/operation-kind.ts';
import type { ReconciliationEvent } from './reconciliation.ts';

export const reconciliationOperations = {
  reconcile: {
    requestedBy: 'ReconciliationRequested',
    at: 'gateway',
    about: ({ deploymentId, consumerId }) =>
      consumerId == null
        ? aboutAt('deployment', deploymentId)
        : aboutAt('consumer', consumerId, streamOf('deployment', deploymentId)),
    removal: true,
    quiet: true,
    ownStream: 'reconciliation',
  },
} as const satisfies OperationsOf<ReconciliationEvent>;
