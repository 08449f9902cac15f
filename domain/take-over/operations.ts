import { aboutAt, gatewayNamed, type OperationsOf, type SubjectNamesOf } from '../core/operation-kind.ts';
import type { TakeOverEvent } from './take-over.ts';
import { takeOverIdOf } from './take-over-id.ts';

export const takeOverOperations = {
  'take-over': {
    requestedBy: 'ServiceTakeOverRequested',
    at: 'gateway',
    about: ({ gatewayId, serviceId }: { gatewayId: number; serviceId: string }) =>
      aboutAt('take-over', takeOverIdOf(gatewayId, serviceId)),
  },
} as const satisfies OperationsOf<TakeOverEvent>;

export const takeOverNames: SubjectNamesOf<TakeOverEvent> = {
  ServiceTakeOverRequested: ({ gatewayId, serviceId, name }) => ({
    id: takeOverIdOf(gatewayId, serviceId),
    name,
    resource: gatewayNamed(gatewayId),
  }),
};
