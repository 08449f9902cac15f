import * as z from 'zod/mini';
import type { Command } from '../core/decider.ts';
import { type EventsOf, event } from '../core/event.ts';
import { idSchema } from '../core/id.ts';
import { type OrganizationDetails, organizationDetails } from './details.ts';
import type { Origin } from './four-eyes.ts';

const organizationId = idSchema;
const operationId = z.uuid();
/** `requestedBy` is the user who asked for the deletion. */
const ofDeletion = { organizationId, requestId: idSchema, requestedBy: z.int().check(z.minimum(0)) };
/** Organizations that called its APIs in the last 30 days, and of which whoever acted knew that they lose access. */
const acceptedCallers = z.optional(z.array(idSchema));

export const organizationEvents = {
  OrganizationRegistered: event(z.extend(organizationDetails, { organizationId })),
  OrganizationDetailsChanged: event(z.object({ organizationId, from: organizationDetails, to: organizationDetails })),
  /** Its people are signed out, and a worker takes its credentials off the gateways. */
  OrganizationDeactivated: event(z.object({ organizationId, operationId })),
  OrganizationActivated: event(z.object({ organizationId, operationId })),
  OrganizationDeletionRequested: event(z.object({ ...ofDeletion, acceptedCallers })),
  OrganizationDeletionDenied: event(z.object(ofDeletion)),
  /** Whoever asked for the deletion wants it no more. */
  OrganizationDeletionWithdrawn: event(z.object(ofDeletion)),
  /** Can't be undone: a worker removes everything that the organization has. */
  OrganizationDeletionApproved: event(z.object({ ...ofDeletion, operationId, acceptedCallers })),
  OrganizationDeleted: event(z.object({ organizationId })),
};

export type OrganizationEvent = EventsOf<typeof organizationEvents>;

/** Facts about others that decide whether an organization may go (`bff/organization/deletion-facts.ts`). */
export type DeletionFacts = Readonly<{
  /** A key of the organization was used within the last 30 days. */
  usedLately: boolean;
  /** Without its people the portal would have no active portal administrator. */
  hasLastAdministrator: boolean;
  /** Other organizations that called its APIs within the last 30 days. */
  callers: readonly Readonly<{ id: number; name: string }>[];
}>;

/** `accepted`: callers that whoever acts knows to lose access. */
export type MayGo = DeletionFacts & Readonly<{ accepted: readonly number[] }>;

/** Facts that decide whether an organization may become external. */
export type SwitchFacts = Readonly<{
  /** It runs the portal: internal addresses that sign in for the first time belong to it. */
  isOwn: boolean;
  /** Keys that it has only because it is internal: no access was granted for them. */
  keysWithoutAccess: number;
}>;

export type OrganizationCommand =
  | Command<'RegisterOrganization', OrganizationDetails & { organizationId: number }>
  /** `endKeys`: whoever makes the organization external knows that its keys without access end. */
  | Command<'ChangeDetails', { details: OrganizationDetails; endKeys?: boolean } & Partial<SwitchFacts>>
  /** `deactivated`: the wanted state. Null turns the present one round. */
  | Command<'SwitchOrganization', { operationId: string; deactivated: boolean | null; hasLastAdministrator: boolean }>
  | Command<'RequestDeletion', MayGo & { requestId: number; requestedBy: number }>
  | Command<'DenyDeletion', { requestId: number; decidedBy: number }>
  | Command<'WithdrawDeletion', { requestId: number; withdrawnBy: number }>
  /** `approver`: where whoever decides comes from. `at`: the time of the decision. */
  | Command<
      'ApproveDeletion',
      MayGo & { requestId: number; decidedBy: number; operationId: string; approver: Origin; at: string }
    >
  | Command<'ConfirmDeletion', { operationId: string }>;

export const organizationStates = ['active', 'deactivated', 'deleting', 'deleted'] as const;
export type OrganizationStatus = (typeof organizationStates)[number];

export type KnownOrganization = Readonly<{
  status: OrganizationStatus;
  organizationId: number;
  details: OrganizationDetails;
  /** The newest operation on the whole organization; null: there was none. */
  operationId: string | null;
  /** The request to delete it that waits for a decision. */
  deletion: Readonly<{ requestId: number; requestedBy: number }> | null;
}>;
export type Organization = Readonly<{ status: 'none' }> | KnownOrganization;

/** Returns whether the organization may not call APIs, and its people may not sign in. */
export const isSuspended = (organization: Pick<Organization, 'status'>): boolean =>
  organization.status === 'deactivated' || isGoing(organization);

/** Returns whether everything of the organization is going, or gone. */
export const isGoing = ({ status }: Pick<Organization, 'status'>): boolean =>
  status === 'deleting' || status === 'deleted';
