import type { Decider, Decision } from '../core/decider.ts';
import { refuse } from '../core/problem.ts';
import type { GatewayObject, GatewayObjectCommand, GatewayObjectEvent } from './gateway-object.ts';

const outcomeOf = ({ operationId, gatewayId, kind, objectId }: Exclude<GatewayObject, { status: 'settled' }>) => ({
  operationId,
  gatewayId,
  kind,
  objectId,
});

const decide = (command: GatewayObjectCommand, state: GatewayObject): Decision<GatewayObjectEvent> => {
  const { operationId } = command.data;
  switch (command.type) {
    case 'SaveObject':
      return state.status === 'settled'
        ? [{ type: 'GatewayObjectSaveRequested', data: command.data }]
        : refuse('conflict', { code: 'gateway-object.under-way' });
    case 'DeleteObject':
      return state.status === 'settled'
        ? [{ type: 'GatewayObjectDeletionRequested', data: command.data }]
        : refuse('conflict', { code: 'gateway-object.under-way' });
    case 'ConfirmChange':
      if (state.status === 'settled' || state.operationId !== operationId) return [];
      return [
        { type: state.status === 'saving' ? 'GatewayObjectSaved' : 'GatewayObjectDeleted', data: outcomeOf(state) },
      ];
    case 'FailChange':
      if (state.status === 'settled' || state.operationId !== operationId) return [];
      return [{ type: 'GatewayObjectChangeFailed', data: outcomeOf(state) }];
    default:
      return command satisfies never;
  }
};

const evolve = (_state: GatewayObject, event: GatewayObjectEvent): GatewayObject => {
  switch (event.type) {
    case 'GatewayObjectSaveRequested':
      return { status: 'saving', ...event.data };
    case 'GatewayObjectDeletionRequested':
      return { status: 'deleting', ...event.data };
    case 'GatewayObjectSaved':
    case 'GatewayObjectDeleted':
    case 'GatewayObjectChangeFailed':
      return { status: 'settled' };
    default:
      return event satisfies never;
  }
};

/** One change at a time of an object at a gateway, asked for by a person. The stream has the gateway's and the object's id. */
export const gatewayObjectDecider: Decider<GatewayObject, GatewayObjectCommand, GatewayObjectEvent> = {
  noun: 'gateway-object',
  initialState: { status: 'settled' },
  decide,
  evolve,
};
