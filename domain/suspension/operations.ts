import { streamOf } from '../core/id.ts';
import { aboutAt, type OperationsOf } from '../core/operation-kind.ts';
import type { SuspensionEvent } from './suspension.ts';

type Ids = { operationId: string; deploymentId: number };
const onKeys = ({ operationId, deploymentId }: Ids) =>
  aboutAt('suspension', operationId, streamOf('deployment', deploymentId));

export const suspensionOperations = {
  'suspend-keys': {
    requestedBy: 'KeysSuspensionRequested',
    at: 'gateway',
    about: onKeys,
    removal: true,
    rank: 2,
    quiet: true,
  },
  'restore-keys': { requestedBy: 'KeysRestorationRequested', at: 'gateway', about: onKeys, quiet: true },
} as const satisfies OperationsOf<SuspensionEvent>;
