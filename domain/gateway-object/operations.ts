import { aboutAt, gatewayNamed, type OperationsOf, type SubjectNamesOf } from '../core/operation-kind.ts';
import type { GatewayObjectEvent } from './gateway-object.ts';
import { objectStreamId } from './object-id.ts';

const of = ({ gatewayId, objectId }: { gatewayId: number; objectId: string }) =>
  aboutAt('gateway-object', objectStreamId(gatewayId, objectId));

export const gatewayObjectOperations = {
  'save-object': { requestedBy: 'GatewayObjectSaveRequested', cancellable: true, at: 'gateway', about: of },
  'delete-object': { requestedBy: 'GatewayObjectDeletionRequested', at: 'gateway', about: of },
} as const satisfies OperationsOf<GatewayObjectEvent>;

type Named = Readonly<{ gatewayId: number; objectId: string; name: string }>;
const nameOf = ({ gatewayId, objectId, name }: Named) => ({
  id: objectStreamId(gatewayId, objectId),
  name: name || objectId,
  resource: gatewayNamed(gatewayId),
});

export const gatewayObjectNames: SubjectNamesOf<GatewayObjectEvent> = {
  GatewayObjectSaveRequested: nameOf,
  GatewayObjectDeletionRequested: nameOf,
};
