import { streamOf } from '../core/id.ts';
import { aboutAt, type OperationsOf } from '../core/operation-kind.ts';
import type { ConsumerEvent } from './consumer.ts';

type Ids = { consumerId: number; deploymentId: number };
const onKey = ({ consumerId, deploymentId }: Ids) =>
  aboutAt('consumer', consumerId, streamOf('deployment', deploymentId));

export const consumerOperations = {
  'add-consumer': { requestedBy: 'ConsumerRequested', cancellable: true, takesBack: true, at: 'gateway', about: onKey },
  'update-consumer': {
    requestedBy: 'ConsumerChangeRequested',
    cancellable: true,
    takesBack: true,
    at: 'gateway',
    about: onKey,
  },
  'rotate-credentials': {
    requestedBy: 'CredentialRotationRequested',
    cancellable: true,
    takesBack: true,
    at: 'gateway',
    about: onKey,
  },
  'end-credentials': {
    requestedBy: 'PreviousCredentialsEnded',
    at: 'gateway',
    about: onKey,
    removal: true,
    rank: 2,
  },
  'remove-consumer': {
    requestedBy: 'ConsumerRemovalRequested',
    at: 'gateway',
    about: onKey,
    removal: true,
    rank: 2,
  },
} as const satisfies OperationsOf<ConsumerEvent>;
