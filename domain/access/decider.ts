import type { Decider, Decision } from '../core/decider.ts';
import { notFound, refuse } from '../core/problem.ts';
import type { Access, AccessCommand, AccessEvent } from './access.ts';

const decide = (command: AccessCommand, state: Access): Decision<AccessEvent> => {
  switch (command.type) {
    case 'RequestAccess':
      if (state.status === 'requested') {
        const { requestId, requestedBy, joinedBy } = state;
        // A double click: the request is there already.
        if ([requestedBy, ...joinedBy].includes(command.data.requestedBy)) return [];
        return [{ type: 'ApiAccessRequestJoined', data: { ...command.data, requestId } }];
      }
      if (state.status === 'granted') return refuse('conflict', { code: 'access.granted-already' });
      return [{ type: 'ApiAccessRequested', data: command.data }];
    case 'ApproveRequest':
    case 'DenyRequest': {
      const { requestId, note } = command.data;
      if (state.status !== 'requested' || state.requestId !== requestId)
        return refuse('conflict', { code: 'access.decided-already' });
      const { apiId, organizationId, requestedBy } = state;
      const data = { requestId, apiId, organizationId, requestedBy, note };
      if (command.type === 'DenyRequest') return [{ type: 'ApiAccessDenied', data }];
      const { grantId } = command.data;
      return [
        { type: 'ApiAccessApproved', data },
        { type: 'ApiAccessGranted', data: { grantId, apiId, organizationId, requestId } },
      ];
    }
    case 'GrantAccess': {
      if (state.status === 'granted') return [];
      // A grant also approves the request that waits.
      if (state.status === 'requested')
        return decide(
          { type: 'ApproveRequest', data: { ...command.data, requestId: state.requestId, note: '' } },
          state,
        );
      return [{ type: 'ApiAccessGranted', data: { ...command.data, requestId: null } }];
    }
    case 'RevokeAccess': {
      if (state.status !== 'granted' || state.grantId !== command.data.grantId) return notFound();
      const { grantId, apiId, organizationId } = state;
      return [{ type: 'ApiAccessRevoked', data: { grantId, apiId, organizationId } }];
    }
    default:
      return command satisfies never;
  }
};

const evolve = (state: Access, event: AccessEvent): Access => {
  switch (event.type) {
    case 'ApiAccessRequested': {
      const { requestId, apiId, organizationId, requestedBy } = event.data;
      return { status: 'requested', requestId, apiId, organizationId, requestedBy, joinedBy: [] };
    }
    case 'ApiAccessRequestJoined':
      return state.status === 'requested' ? { ...state, joinedBy: [...state.joinedBy, event.data.requestedBy] } : state;
    case 'ApiAccessDenied':
      return { status: 'denied' };
    case 'ApiAccessGranted': {
      const { grantId, apiId, organizationId } = event.data;
      return { status: 'granted', grantId, apiId, organizationId };
    }
    case 'ApiAccessRevoked':
      return { status: 'revoked' };
    default:
      return state;
  }
};

/**
 * An organization's access to an API: requested, granted, revoked. There is never a second request that waits, however
 * many tabs ask, because the pair is one stream.
 */
export const accessDecider: Decider<Access, AccessCommand, AccessEvent> = {
  noun: 'access',
  initialState: { status: 'none' },
  decide,
  evolve,
};

/** Returns whether a key may be on the gateway. A key without a grant needs none. */
export const allowsKey = (access: Access, grantId: number | null): boolean =>
  grantId === null || (access.status === 'granted' && access.grantId === grantId);
