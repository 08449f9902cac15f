import type { Decider, Decision } from '../core/decider.ts';
import { notFound, type Refusal, refuse } from '../core/problem.ts';
import type { OrganizationDetails } from './details.ts';
import { fourEyesDays, isFromRequester } from './four-eyes.ts';
import type { KnownOrganization, MayGo, Organization, OrganizationCommand, OrganizationEvent } from './organization.ts';

const isSame = (one: OrganizationDetails, other: OrganizationDetails): boolean =>
  JSON.stringify(inOrder(one)) === JSON.stringify(inOrder(other));

/** Returns the details with their fields in one order. */
const inOrder = ({ name, external, description, contact, profile, attributes }: OrganizationDetails) => [
  [name, external, description, contact],
  profile && Object.entries(profile).toSorted(([one], [other]) => (one < other ? -1 : 1)),
  attributes.map((attribute) => [attribute.name, attribute.value, attribute.type]),
];

const lastAdministrator = () => refuse('conflict', { code: 'organization.last-administrator' });

/** Returns why an organization may not go, or undefined. */
const mustStay = ({ usedLately, hasLastAdministrator, callers, accepted }: MayGo): Refusal | undefined => {
  if (hasLastAdministrator) return lastAdministrator();
  if (usedLately) return refuse('conflict', { code: 'organization.used-lately' });
  const unknown = callers.filter(({ id }) => !accepted.includes(id));
  if (unknown.length === 0) return undefined;
  const organizations = unknown.map(({ name }) => name).join(', ');
  return refuse('conflict', { code: 'organization.used-by-others', parameters: { organizations } });
};

const acceptedCallers = ({ callers, accepted }: MayGo) => {
  const known = callers.map(({ id }) => id).filter((id) => accepted.includes(id));
  return known.length > 0 ? { acceptedCallers: known } : {};
};

type ChangeDetails = Extract<OrganizationCommand, { type: 'ChangeDetails' }>['data'];

/** Returns why an internal organization stays internal, or undefined. */
const mayBecomeExternal = ({ isOwn, keysWithoutAccess: keys = 0, endKeys }: ChangeDetails): Refusal | undefined => {
  if (isOwn) return refuse('invalid', { code: 'organization.own-stays-internal', field: 'external' });
  if (keys === 0 || endKeys) return undefined;
  return refuse('conflict', { code: 'organization.keys-end', field: 'external', parameters: { keys } });
};

const decide = (command: OrganizationCommand, state: Organization): Decision<OrganizationEvent> => {
  if (command.type === 'RegisterOrganization')
    return state.status === 'none'
      ? [{ type: 'OrganizationRegistered', data: command.data }]
      : refuse('conflict', { code: 'organization.exists' });
  if (state.status === 'none' || state.status === 'deleted') return notFound();
  const { organizationId } = state;
  if (state.status === 'deleting') {
    if (command.type === 'ApproveDeletion' || command.type === 'DenyDeletion' || command.type === 'WithdrawDeletion')
      return refuse('conflict', { code: 'organization.decided-already' });
    if (command.type !== 'ConfirmDeletion') return refuse('conflict', { code: 'organization.deleting' });
    return state.operationId === command.data.operationId
      ? [{ type: 'OrganizationDeleted', data: { organizationId } }]
      : [];
  }
  switch (command.type) {
    case 'ChangeDetails': {
      const { details: to } = command.data;
      if (isSame(to, state.details)) return [];
      const refusal = to.external && !state.details.external ? mayBecomeExternal(command.data) : undefined;
      if (refusal) return refusal;
      return [{ type: 'OrganizationDetailsChanged', data: { organizationId, from: state.details, to } }];
    }
    case 'SwitchOrganization': {
      const { operationId, deactivated, hasLastAdministrator } = command.data;
      const isOff = state.status === 'deactivated';
      // Two tabs or a double click: it is as wanted already.
      if (deactivated === isOff) return [];
      if (isOff) return [{ type: 'OrganizationActivated', data: { organizationId, operationId } }];
      return hasLastAdministrator
        ? lastAdministrator()
        : [{ type: 'OrganizationDeactivated', data: { organizationId, operationId } }];
    }
    case 'RequestDeletion': {
      // A double click or a colleague: the request is there already.
      if (state.deletion) return [];
      const { requestId, requestedBy } = command.data;
      return (
        mustStay(command.data) ?? [
          {
            type: 'OrganizationDeletionRequested',
            data: { organizationId, requestId, requestedBy, ...acceptedCallers(command.data) },
          },
        ]
      );
    }
    case 'WithdrawDeletion': {
      const { requestId, withdrawnBy } = command.data;
      if (state.deletion?.requestId !== requestId) return refuse('conflict', { code: 'organization.decided-already' });
      const { requestedBy } = state.deletion;
      return requestedBy === withdrawnBy
        ? [{ type: 'OrganizationDeletionWithdrawn', data: { organizationId, requestId, requestedBy } }]
        : refuse('conflict', { code: 'organization.requester-withdraws' });
    }
    case 'ApproveDeletion':
    case 'DenyDeletion': {
      const { requestId, decidedBy } = command.data;
      if (state.deletion?.requestId !== requestId) return refuse('conflict', { code: 'organization.decided-already' });
      const { requestedBy } = state.deletion;
      const isApproval = command.type === 'ApproveDeletion';
      if (requestedBy === decidedBy)
        return refuse('conflict', { code: `organization.another-admin-to-${isApproval ? 'approve' : 'deny'}` });
      const data = { organizationId, requestId, requestedBy };
      if (!isApproval) return [{ type: 'OrganizationDeletionDenied', data }];
      const { operationId, approver, at } = command.data;
      if (isFromRequester(approver, requestedBy, at))
        return refuse('conflict', {
          code: 'organization.approver-from-requester',
          parameters: { days: fourEyesDays },
        });
      return (
        mustStay(command.data) ?? [
          {
            type: 'OrganizationDeletionApproved',
            data: { ...data, operationId, ...acceptedCallers(command.data) },
          },
        ]
      );
    }
    case 'ConfirmDeletion':
      return [];
    default:
      return command satisfies never;
  }
};

const evolveKnown = (state: KnownOrganization, event: OrganizationEvent): KnownOrganization => {
  switch (event.type) {
    case 'OrganizationDetailsChanged':
      return { ...state, details: event.data.to };
    case 'OrganizationDeactivated':
      return { ...state, status: 'deactivated', operationId: event.data.operationId };
    case 'OrganizationActivated':
      return { ...state, status: 'active', operationId: event.data.operationId };
    case 'OrganizationDeletionRequested': {
      const { requestId, requestedBy } = event.data;
      return { ...state, deletion: { requestId, requestedBy } };
    }
    case 'OrganizationDeletionDenied':
    case 'OrganizationDeletionWithdrawn':
      return { ...state, deletion: null };
    case 'OrganizationDeletionApproved':
      return { ...state, status: 'deleting', deletion: null, operationId: event.data.operationId };
    case 'OrganizationDeleted':
      return { ...state, status: 'deleted' };
    default:
      return state;
  }
};

const evolve = (state: Organization, event: OrganizationEvent): Organization => {
  if (event.type === 'OrganizationRegistered') {
    const { organizationId, ...details } = event.data;
    return { status: 'active', organizationId, details, operationId: null, deletion: null };
  }
  return state.status === 'none' ? state : evolveKnown(state, event);
};

export const organizationDecider: Decider<Organization, OrganizationCommand, OrganizationEvent> = {
  noun: 'organization',
  initialState: { status: 'none' },
  closedBy: ['OrganizationDeactivated', 'OrganizationDeletionApproved'],
  decide,
  evolve,
};
