import * as z from 'zod/mini';
import type { Command } from '../core/decider.ts';
import { type EventsOf, event } from '../core/event.ts';
import { idSchema } from '../core/id.ts';

const applicationId = idSchema;
const details = z.object({
  name: z.string().check(z.minLength(1), z.maxLength(200)),
  description: z.string().check(z.maxLength(1000)),
  /** Whether it is for people outside the organization. */
  external: z.boolean(),
});
export type ApplicationDetails = z.output<typeof details>;

/**
 * A mail address, for which there may be no account. `addressId` is a number of its own from the sequence of users: the
 * key of this number encrypts the address, so it can be erased like a person.
 */
export type Address = Readonly<{ addressId: number; email: string }>;
const ofAddress = (data: Record<string, unknown>) => Number(data.addressId);
const address = { applicationId, addressId: idSchema };
const addressed = z.object({ ...address, email: z.string() });
const personal = { personal: { fields: ['email'], subject: ofAddress } };
const owner = z.object({ applicationId, userId: idSchema });

export const applicationEvents = {
  ApplicationRegistered: event(
    z.extend(details, {
      applicationId,
      organizationId: idSchema,
      /** Ids of the users who own it from the beginning. */
      owners: z.array(idSchema),
    }),
  ),
  ApplicationDetailsChanged: event(z.object({ applicationId, from: details, to: details })),
  /** It belongs to another organization. Only without APIs: their access and keys depend on the organization. */
  ApplicationMoved: event(z.object({ applicationId, from: idSchema, to: idSchema })),
  ApplicationContactChanged: event(addressed, personal),
  ApplicationContactRemoved: event(z.object(address)),
  OwnerAdded: event(owner),
  OwnerRemoved: event(owner),
  /** An address without an account. It becomes an owner when it gets one. */
  OwnerInvited: event(addressed, personal),
  OwnerInvitationWithdrawn: event(z.object(address)),
  /** The invited address has an account now. */
  OwnerJoined: event(z.object({ ...address, userId: idSchema })),
  /** Its maintainers decide about access to its APIs, besides the portal's administrators. */
  MaintainersDecide: event(z.object({ applicationId })),
  MaintainersDecideNoMore: event(z.object({ applicationId })),
  /** Can't be undone: a worker deletes the APIs and then the application. */
  ApplicationDeletionRequested: event(z.object({ applicationId, operationId: z.uuid() })),
  ApplicationDeleted: event(z.object({ applicationId })),
};

export type ApplicationEvent = EventsOf<typeof applicationEvents>;

/** The people of an application, as a form names them. */
type People = Readonly<{
  /** Null: none. */
  contact: Address | null;
  owners: readonly number[];
  /** Addresses without an account. A known address keeps its `addressId`. */
  invited: readonly Address[];
}>;

export type ApplicationCommand =
  | Command<
      'RegisterApplication',
      ApplicationDetails & { applicationId: number; organizationId: number } & Pick<People, 'owners'> & Partial<People>
    >
  /**
   * Everything that the form has. `hasApis`: an API belongs to the application. `ended`: owners who left the organization in
   * which they were named, so they are owners no more. Whom the form names of them is named anew.
   * `maintainersDecide` is absent where the form does not have it.
   */
  | Command<
      'ChangeApplication',
      ApplicationDetails &
        People & { organizationId: number; hasApis: boolean; ended?: readonly number[]; maintainersDecide?: boolean }
    >
  | Command<'JoinOwner', { addressId: number; userId: number }>
  /** `deployments`: how many deployments its APIs have. */
  | Command<'RequestDeletion', { operationId: string; deployments: number }>
  | Command<'ConfirmDeletion', { operationId: string }>;

export type KnownApplication = People &
  Readonly<{
    status: 'active' | 'deleting' | 'deleted';
    applicationId: number;
    organizationId: number;
    details: ApplicationDetails;
    /** Whether its maintainers decide about access to its APIs. */
    maintainersDecide: boolean;
    /** The operation that deletes it. */
    operationId: string | null;
  }>;
export type Application = Readonly<{ status: 'none' }> | KnownApplication;
