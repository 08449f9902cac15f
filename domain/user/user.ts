import * as z from 'zod/mini';
import type { Command } from '../core/decider.ts';
import { type EventsOf, event } from '../core/event.ts';
import { idSchema } from '../core/id.ts';
import { type Role, roleSchema } from '../core/role.ts';
import { type SettingsBody, type UserSettings, userSettings } from './settings.ts';

const ofUser = (data: Record<string, unknown>) => Number(data.userId);
const identity = z.object({ issuer: z.string(), subject: z.string() });
type Identity = z.output<typeof identity>;

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
  /** The first sign-in. From now on the provider's issuer and `sub` identify the person. */
  UserIdentityLinked: event(z.object({ userId: idSchema, identity })),
  /** An administrator linked the person to another identity, for example after a change of the identity provider. */
  UserIdentityRelinked: event(z.object({ userId: idSchema, from: z.nullable(identity), to: identity })),
  UserRolesChanged: event(z.object({ userId: idSchema, from: z.array(roleSchema), to: z.array(roleSchema) })),
  UserDisabled: event(z.object({ userId: idSchema })),
  UserEnabled: event(z.object({ userId: idSchema })),
  UserProfileChanged: event(
    z.object({ userId: idSchema, firstname: z.string(), lastname: z.string(), phoneNumber: z.string() }),
    { personal: { fields: ['firstname', 'lastname', 'phoneNumber'], subject: ofUser } },
  ),
  /** Contains all settings, also the unchanged ones. */
  UserSettingsChanged: event(z.object({ userId: idSchema, settings: userSettings })),
  /** The person has seen the first-login dialog. */
  UserWelcomed: event(z.object({ userId: idSchema })),
  /** Time and client address are in the event's meta. */
  TermsAccepted: event(z.object({ userId: idSchema, version: z.string().check(z.minLength(1), z.maxLength(50)) })),
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
      }
    >
  | Command<'LinkIdentity', { identity: Identity }>
  | Command<'RelinkIdentity', { identity: Identity }>
  | Command<'ChangeRoles', { roles: readonly Role[] }>
  | Command<'DisableUser', Record<never, never>>
  | Command<'EnableUser', Record<never, never>>
  | Command<'ChangeProfile', Profile>
  | Command<'ChangeSettings', SettingsBody>
  | Command<'WelcomeUser', Record<never, never>>
  | Command<'AcceptTerms', { version: string }>
  /** `session` is the hash of the session's id, never the cookie's value. */
  | Command<'SignIn', { session: string }>
  | Command<'SignOut', { session: string; reason: Extract<UserEvent, { type: 'UserSignedOut' }>['data']['reason'] }>;

export type User =
  | Readonly<{ status: 'none' }>
  | Readonly<{
      status: 'active' | 'disabled';
      userId: number;
      roles: readonly Role[];
      identity?: Identity;
      profile: Profile;
      settings: UserSettings;
      /** Whether the person has seen the first-login dialog. */
      welcomed: boolean;
      /** The newest version of the terms that was accepted. */
      termsAccepted: string | null;
    }>;
