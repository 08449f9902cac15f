import type { OwnHistory } from '../core/history.ts';
import type { ApplicationDetails, ApplicationEvent } from './application.ts';

/** The history of an application. An entry names an owner, an address or the organization that it moved to by number. */
export const applicationHistory = {
  noun: 'application',
  kinds: {
    ApplicationRegistered: 'registered',
    ApplicationDetailsChanged: 'changed',
    ApplicationMoved: 'moved',
    ApplicationContactChanged: 'contact-changed',
    ApplicationContactRemoved: 'contact-changed',
    OwnerAdded: 'owner-added',
    OwnerRemoved: 'owner-removed',
    OwnerInvited: 'owner-invited',
    OwnerInvitationWithdrawn: 'owner-withdrawn',
    OwnerJoined: 'owner-joined',
    MaintainersDecide: 'maintainers-decide',
    MaintainersDecideNoMore: 'maintainers-decide-no-more',
    ApplicationDeletionRequested: 'deletion-requested',
    ApplicationDeleted: 'deleted',
  },
  fields: {
    name: ({ name }) => name,
    description: ({ description }) => description,
    external: ({ external }) => String(external),
  },
  values: {
    ApplicationMoved: ({ to }) => ({ organization: to }),
    ApplicationContactChanged: ({ addressId }) => ({ address: addressId }),
    OwnerAdded: ({ userId }) => ({ owner: userId }),
    OwnerRemoved: ({ userId }) => ({ owner: userId }),
    OwnerInvited: ({ addressId }) => ({ address: addressId }),
    OwnerInvitationWithdrawn: ({ addressId }) => ({ address: addressId }),
    OwnerJoined: ({ addressId, userId }) => ({ address: addressId, owner: userId }),
  },
} as const satisfies OwnHistory<ApplicationEvent, ApplicationDetails>;
