import type { Decider, Decision } from '../core/decider.ts';
import type { Drift, DriftCommand, DriftEvent } from './drift.ts';

/** What was found before is not found again: each look reports all that it sees. */
const decide = (command: DriftCommand, { deploymentId, operationId, foreign }: Drift): Decision<DriftEvent> => {
  switch (command.type) {
    case 'ReportLoss':
      return operationId === null ? [{ type: 'ProtectionLost', data: command.data }] : [];
    case 'ConfirmPutBack':
      return operationId !== null && operationId === command.data.operationId
        ? [{ type: 'ProtectionPutBack', data: { deploymentId, operationId } }]
        : [];
    case 'ReportForeign':
      return foreign.some(({ objectId }) => objectId === command.data.objectId)
        ? []
        : [{ type: 'ForeignObjectFound', data: command.data }];
    case 'WithdrawForeign':
      return foreign
        .filter(({ objectId }) => objectId === command.data.objectId)
        .map((data) => ({ type: 'ForeignObjectGone', data }));
    default:
      return command satisfies never;
  }
};

const evolve = (state: Drift, event: DriftEvent): Drift => {
  const { deploymentId } = event.data;
  switch (event.type) {
    case 'ProtectionLost':
      return { ...state, deploymentId, operationId: event.data.operationId, keys: event.data.keys };
    case 'ProtectionPutBack':
      return { ...state, operationId: null, keys: [] };
    case 'ForeignObjectFound': {
      const { look: _look, ...found } = event.data;
      return { ...state, deploymentId, foreign: [...state.foreign, found] };
    }
    case 'ForeignObjectGone':
      return { ...state, foreign: state.foreign.filter(({ objectId }) => objectId !== event.data.objectId) };
    default:
      return event satisfies never;
  }
};

/** What looks at gateways found about a deployment. The stream has the deployment's id, or that of `foreignStreamId`. */
export const driftDecider: Decider<Drift, DriftCommand, DriftEvent> = {
  noun: 'drift',
  initialState: { deploymentId: 0, operationId: null, keys: [], foreign: [] },
  decide,
  evolve,
};
