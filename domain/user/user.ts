import * as z from 'zod/mini';
import { type ApprovalOfPerson, approvalOfPerson } from '../core/approval-of-change.ts';
import type { Command } from '../core/decider.ts';
import { type EventsOf, event } from '../core/event.ts';
import { idSchema } from '../core/id.ts';
import { type Role, roleSchema } from '../core/role.ts';
import { type MailChoices, type MailChoicesBody, savedMailChoices } from '../mail/choices.ts';
import { type Language, type SettingsBody, type UserSettings, userSettings } from './settings.ts';

const ofUser = (data: Record<string, unknown>) => Number(data.userId);
const identity = z.object({ issuer: z.string(), subject: z.string() });
type Identity = z.output<typeof identity>;

/** Who approved it as the second person, where two people do it. */
const approval = z.optional(approvalOfPerson);

/** What people may change about themselves. The e-mail address can't change: it connects to the identity provider. */
type Profile = Readonly<{ firstname: string; lastname: string; phoneNumber: string }>;

export const userEvents = {
  UserRegistered: event(
    z.object({
      userId: idSchema,
      organizationId: idSchema,
      firstname: z.string(),
      lastname: z.string(),
      email: z.string(),
      roles: z.array(roleSchema),
      identity: z.optional(identity),
    }),
    { personal: { fields: ['firstname', 'lastname', 'email'], subject: ofUser } },
  ),
  /** The account waits for its person until this moment. An invitation that is sent again replaces the former one. */
  UserInvited: event(z.object({ userId: idSchema, expiresAt: z.iso.datetime() })),
  UserInvitationWithdrawn: event(z.object({ userId: idSchema })),
  /** An administrator changed name or address. */
  UserDetailsChanged: event(
    z.object({ userId: idSchema, firstname: z.string(), lastname: z.string(), email: z.string() }),
    { personal: { fields: ['firstname', 'lastname', 'email'], subject: ofUser } },
  ),
  /** An administrator moved the person to another organization. */
  UserMoved: event(z.object({ userId: idSchema, from: idSchema, to: idSchema })),
  /** The first sign-in. From now on the provider's issuer and `sub` identify the person. */
  UserIdentityLinked: event(z.object({ userId: idSchema, identity }), {
    // The address of the call is the person's, who is not signed in yet.
    personal: { fields: [], subject: ofUser },
  }),
  /** An administrator linked the person to another identity, for example after a change of the identity provider. */
  UserIdentityRelinked: event(z.object({ userId: idSchema, from: z.nullable(identity), to: identity })),
  UserRolesChanged: event(z.object({ userId: idSchema, from: z.array(roleSchema), to: z.array(roleSchema), approval })),
  UserDisabled: event(z.object({ userId: idSchema })),
  UserEnabled: event(z.object({ userId: idSchema, approval })),
  /** The account is gone, and its address and identity are free. The person stays in the record. */
  UserDeleted: event(z.object({ userId: idSchema })),
  /** One person erases a deleted person, as nobody else has to approve it. What comes from then on does not stop it. */
  UserErasureBegun: event(z.object({ userId: idSchema })),
  /**
   * An administrator erased a deleted person. The key is destroyed before. `addresses`: numbers of the person's addresses in
   * applications, whose keys are destroyed too. Older events do not have them.
   */
  UserErased: event(z.object({ userId: idSchema, addresses: z.optional(z.array(idSchema)), approval })),
  UserProfileChanged: event(
    z.object({ userId: idSchema, firstname: z.string(), lastname: z.string(), phoneNumber: z.string() }),
    { personal: { fields: ['firstname', 'lastname', 'phoneNumber'], subject: ofUser } },
  ),
  /** Contains all settings, also the unchanged ones. */
  UserSettingsChanged: event(z.object({ userId: idSchema, settings: userSettings })),
  /** When the person gets mails. Contains all choices, also the unchanged ones. */
  UserMailsChanged: event(z.object({ userId: idSchema, mails: savedMailChoices })),
  /** The person has seen the first-login dialog. */
  UserWelcomed: event(z.object({ userId: idSchema })),
  /**
   * Time and client address are in the event's meta; in that of the request when the terms were accepted in the form Sign Up
   * (`registrationId`).
   */
  TermsAccepted: event(
    z.object({
      userId: idSchema,
      version: z.string().check(z.minLength(1), z.maxLength(50)),
      registrationId: z.optional(idSchema),
    }),
  ),
  UserSignedIn: event(z.object({ userId: idSchema, session: z.string() })),
  UserSignedOut: event(
    z.object({
      userId: idSchema,
      session: z.string(),
      reason: z.enum(['logout', 'idle', 'expired', 'back-channel', 'ended']),
    }),
  ),
};

export type UserEvent = EventsOf<typeof userEvents>;

/** What an administrator may change about a person. What is left out stays. */
export type UserChange = Readonly<{
  firstname?: string | undefined;
  lastname?: string | undefined;
  email?: string | undefined;
  organizationId?: number | undefined;
  roles?: readonly Role[] | undefined;
}>;

/**
 * Who manages an account, and facts about the other people, read under guards (`bff/user/manage.ts`).
 *
 * @property isPortalAdmin        a company administrator manages only people who administer nothing else.
 * @property otherPortalAdmin     whether there is another active portal administrator who has joined.
 * @property otherCompanyAdmin    whether the person's organization has another active company administrator who has joined.
 * @property byTwo                whether nobody alone may give the power of a portal administrator. Default: anybody who may give roles.
 */
export type Manager = Readonly<{
  userId: number;
  isPortalAdmin: boolean;
  otherPortalAdmin: boolean;
  otherCompanyAdmin: boolean;
  byTwo?: boolean;
}>;

/** Without a manager: the operator of the installation, whom no rule about other people stops. */
type Managed<Data = Record<never, never>> = Data & Readonly<{ manager?: Manager }>;

/** What a second person has approved. */
type Approved<Data = Record<never, never>> = Data & Readonly<{ approval?: ApprovalOfPerson }>;

export type UserCommand =
  | Command<
      'RegisterUser',
      {
        userId: number;
        organizationId: number;
        firstname: string;
        lastname: string;
        email: string;
        roles: readonly Role[];
        identity?: Identity;
        /** The person's language, when it is known. Default: that of the settings. */
        language?: Language;
        phoneNumber?: string;
        /** The terms that the person accepted in the form Sign Up. */
        terms?: Readonly<{ version: string; registrationId: number }>;
        /** Sends an invitation that ends at this moment. */
        inviteUntil?: string;
      }
    >
  /** `at`: the time of the sign-in. An invitation may be over by then. */
  | Command<'LinkIdentity', { identity: Identity; at: string }>
  | Command<'RelinkIdentity', { identity: Identity }>
  | Command<'ChangeRoles', { roles: readonly Role[] }>
  /** `intoClosed`: the person moves into an organization whose people can't sign in. */
  | Command<'ChangeUser', Approved<Managed<{ change: UserChange; intoClosed?: boolean }>>>
  | Command<'InviteUser', Managed<{ until: string }>>
  | Command<'WithdrawInvitation', Managed>
  | Command<'DisableUser', Managed>
  | Command<'EnableUser', Approved<Managed>>
  | Command<'DeleteUser', Managed>
  | Command<'BeginErasure', Record<never, never>>
  | Command<'EraseUser', Approved<{ addresses?: readonly number[] }>>
  | Command<'ChangeProfile', Profile>
  | Command<'ChangeSettings', SettingsBody>
  | Command<'ChangeMails', MailChoicesBody>
  | Command<'WelcomeUser', Record<never, never>>
  | Command<'AcceptTerms', { version: string }>
  /** `session` is the hash of the session's id, never the cookie's value. */
  | Command<'SignIn', { session: string }>
  | Command<'SignOut', { session: string; reason: Extract<UserEvent, { type: 'UserSignedOut' }>['data']['reason'] }>;

/** The account of a person who is or was in the portal. */
export type Account = Readonly<{
  status: 'active' | 'disabled' | 'deleted';
  userId: number;
  organizationId: number;
  roles: readonly Role[];
  email: string;
  identity?: Identity;
  /** When the open invitation ends. Null: there is none, or the person has joined. */
  invitedUntil: string | null;
  /** Whether somebody has begun to erase the person: their key may be gone. */
  erasing?: true;
  erased: boolean;
  profile: Profile;
  settings: UserSettings;
  mails: MailChoices;
  /** Whether the person has seen the first-login dialog. */
  welcomed: boolean;
  /** The newest version of the terms that was accepted. */
  termsAccepted: string | null;
}>;

export type User = Readonly<{ status: 'none' }> | Account;
