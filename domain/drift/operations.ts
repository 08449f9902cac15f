import { streamOf } from '../core/id.ts';
import { aboutAt, type OperationsOf } from '../core/operation-kind.ts';
import type { DriftEvent } from './drift.ts';

export const driftOperations = {
  'put-back': {
    requestedBy: 'ProtectionLost',
    at: 'gateway',
    about: ({ deploymentId }) => aboutAt('drift', deploymentId, streamOf('deployment', deploymentId)),
    lasting: true,
    rank: 1,
    quiet: true,
  },
} as const satisfies OperationsOf<DriftEvent>;
