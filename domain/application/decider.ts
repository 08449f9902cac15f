import type { Decider, Decision } from '../core/decider.ts';
import { notFound, refuse } from '../core/problem.ts';
import type {
  Address,
  Application,
  ApplicationCommand,
  ApplicationDetails,
  ApplicationEvent,
  KnownApplication,
} from './application.ts';

const sameDetails = (a: ApplicationDetails, b: ApplicationDetails): boolean =>
  a.name === b.name && a.description === b.description && a.external === b.external;

/** Mail addresses differ by more than the case of their letters. */
const sameAddress = (a: Address | null, b: Address | null): boolean =>
  a?.email.toLowerCase() === b?.email.toLowerCase();

type People = Pick<KnownApplication, 'contact' | 'owners' | 'invited'>;

/** Returns the events that lead from some people to others. */
const changePeople = (applicationId: number, from: People, to: People): ApplicationEvent[] => {
  const events: ApplicationEvent[] = [];
  if (!sameAddress(from.contact, to.contact)) {
    if (to.contact) events.push({ type: 'ApplicationContactChanged', data: { applicationId, ...to.contact } });
    else if (from.contact) {
      const { addressId } = from.contact;
      events.push({ type: 'ApplicationContactRemoved', data: { applicationId, addressId } });
    }
  }
  for (const userId of to.owners)
    if (!from.owners.includes(userId)) events.push({ type: 'OwnerAdded', data: { applicationId, userId } });
  for (const one of to.invited)
    if (!from.invited.some((known) => sameAddress(known, one)))
      events.push({ type: 'OwnerInvited', data: { applicationId, ...one } });
  for (const userId of from.owners)
    if (!to.owners.includes(userId)) events.push({ type: 'OwnerRemoved', data: { applicationId, userId } });
  for (const known of from.invited)
    if (!to.invited.some((one) => sameAddress(known, one)))
      events.push({ type: 'OwnerInvitationWithdrawn', data: { applicationId, addressId: known.addressId } });
  return events;
};

type Register = Extract<ApplicationCommand, { type: 'RegisterApplication' }>['data'];
type Change = Extract<ApplicationCommand, { type: 'ChangeApplication' }>['data'];

const register = ({ contact = null, invited = [], ...data }: Register): ApplicationEvent[] => {
  const owners = [...new Set(data.owners)];
  return [
    { type: 'ApplicationRegistered', data: { ...data, owners } },
    ...changePeople(data.applicationId, { contact: null, owners, invited: [] }, { contact, owners, invited }),
  ];
};

const change = (data: Change, state: KnownApplication): Decision<ApplicationEvent> => {
  const { applicationId, details: from, organizationId } = state;
  const moves = data.organizationId !== organizationId;
  if (moves && data.hasApis)
    return refuse('invalid', { code: 'application.organization-fixed', field: 'organizationId' });
  const { name, description, external, contact, owners, invited, ended = [], maintainersDecide } = data;
  const to = { name, description, external };
  const gone = state.owners.filter((userId) => ended.includes(userId));
  return [
    ...(sameDetails(from, to)
      ? []
      : [{ type: 'ApplicationDetailsChanged' as const, data: { applicationId, from, to } }]),
    ...(moves
      ? [{ type: 'ApplicationMoved' as const, data: { applicationId, from: organizationId, to: data.organizationId } }]
      : []),
    ...gone.map((userId) => ({ type: 'OwnerRemoved' as const, data: { applicationId, userId } })),
    ...changePeople(
      applicationId,
      { ...state, owners: state.owners.filter((userId) => !gone.includes(userId)) },
      { contact, owners, invited },
    ),
    ...(maintainersDecide === undefined || maintainersDecide === state.maintainersDecide
      ? []
      : [
          {
            type: maintainersDecide ? ('MaintainersDecide' as const) : ('MaintainersDecideNoMore' as const),
            data: { applicationId },
          },
        ]),
  ];
};

const decide = (command: ApplicationCommand, state: Application): Decision<ApplicationEvent> => {
  if (command.type === 'RegisterApplication')
    return state.status === 'none' ? register(command.data) : refuse('conflict', { code: 'application.exists' });
  if (state.status === 'none' || state.status === 'deleted') return notFound();
  const { applicationId } = state;
  if (command.type === 'ConfirmDeletion')
    return state.operationId === command.data.operationId
      ? [{ type: 'ApplicationDeleted', data: { applicationId } }]
      : [];
  if (state.status === 'deleting')
    return command.type === 'JoinOwner' ? [] : refuse('conflict', { code: 'application.deleting' });
  switch (command.type) {
    case 'ChangeApplication':
      return change(command.data, state);
    case 'JoinOwner': {
      const { addressId, userId } = command.data;
      // The invitation was withdrawn meanwhile.
      if (!state.invited.some((known) => known.addressId === addressId)) return [];
      return [{ type: 'OwnerJoined', data: { applicationId, addressId, userId } }];
    }
    case 'RequestDeletion': {
      const { operationId, deployments } = command.data;
      if (deployments > 0) return refuse('conflict', { code: 'application.deployed', parameters: { deployments } });
      return [{ type: 'ApplicationDeletionRequested', data: { applicationId, operationId } }];
    }
    default:
      return command satisfies never;
  }
};

const evolveKnown = (state: KnownApplication, event: ApplicationEvent): KnownApplication => {
  switch (event.type) {
    case 'ApplicationDetailsChanged':
      return { ...state, details: event.data.to };
    case 'ApplicationMoved':
      return { ...state, organizationId: event.data.to };
    case 'ApplicationContactChanged': {
      const { addressId, email } = event.data;
      return { ...state, contact: { addressId, email } };
    }
    case 'ApplicationContactRemoved':
      return { ...state, contact: null };
    case 'OwnerAdded':
      return { ...state, owners: [...state.owners, event.data.userId] };
    case 'OwnerRemoved':
      return { ...state, owners: state.owners.filter((userId) => userId !== event.data.userId) };
    case 'OwnerInvited': {
      const { addressId, email } = event.data;
      return { ...state, invited: [...state.invited, { addressId, email }] };
    }
    case 'OwnerInvitationWithdrawn':
    case 'OwnerJoined': {
      const invited = state.invited.filter(({ addressId }) => addressId !== event.data.addressId);
      if (event.type === 'OwnerInvitationWithdrawn') return { ...state, invited };
      return { ...state, invited, owners: [...new Set([...state.owners, event.data.userId])] };
    }
    case 'MaintainersDecide':
    case 'MaintainersDecideNoMore':
      return { ...state, maintainersDecide: event.type === 'MaintainersDecide' };
    case 'ApplicationDeletionRequested':
      return { ...state, status: 'deleting', operationId: event.data.operationId };
    case 'ApplicationDeleted':
      return { ...state, status: 'deleted' };
    default:
      return state;
  }
};

const evolve = (state: Application, event: ApplicationEvent): Application => {
  if (event.type === 'ApplicationRegistered') {
    const { applicationId, organizationId, name, description, external, owners } = event.data;
    return {
      status: 'active',
      applicationId,
      organizationId,
      details: { name, description, external },
      contact: null,
      owners,
      invited: [],
      maintainersDecide: false,
      operationId: null,
    };
  }
  return state.status === 'none' ? state : evolveKnown(state, event);
};

export const applicationDecider: Decider<Application, ApplicationCommand, ApplicationEvent> = {
  noun: 'application',
  initialState: { status: 'none' },
  closedBy: ['ApplicationDeletionRequested'],
  decide,
  evolve,
};
