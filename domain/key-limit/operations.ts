import { streamOf } from '../core/id.ts';
import { aboutAt, type OperationsOf } from '../core/operation-kind.ts';
import type { KeyLimitEvent } from './key-limit.ts';
import { keyLimitIdOf } from './key-limit-id.ts';

export const keyLimitOperations = {
  'limit-keys': {
    requestedBy: 'KeyLimitChangeRequested',
    at: 'gateway',
    about: ({ deploymentId, organizationId }) =>
      aboutAt('key-limit', keyLimitIdOf(deploymentId, organizationId), streamOf('deployment', deploymentId)),
  },
} as const satisfies OperationsOf<KeyLimitEvent>;
