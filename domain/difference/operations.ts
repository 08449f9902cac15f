import { streamOf } from '../core/id.ts';
import { aboutAt, type OperationsOf } from '../core/operation-kind.ts';
import type { DifferenceEvent } from './difference.ts';
import { differenceIdOf } from './difference-id.ts';

const of = ({ deploymentId, objectId }: { deploymentId: number; objectId: string }) =>
  aboutAt('difference', differenceIdOf(deploymentId, objectId), streamOf('deployment', deploymentId));

export const differenceOperations = {
  'reapply-drift': { requestedBy: 'DifferenceReapplyRequested', cancellable: true, at: 'gateway', about: of },
  'adopt-drift': { requestedBy: 'DifferenceAdoptionRequested', cancellable: true, at: 'gateway', about: of },
  'ignore-drift': { requestedBy: 'DifferenceIgnoreRequested', cancellable: true, at: 'gateway', about: of },
} as const satisfies OperationsOf<DifferenceEvent>;
