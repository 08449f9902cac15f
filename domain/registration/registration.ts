import * as z from 'zod/mini';
import { type ApprovalOfPerson, approvalOfPerson } from '../core/approval-of-change.ts';
import type { Command } from '../core/decider.ts';
import { type EventsOf, event } from '../core/event.ts';
import { idSchema } from '../core/id.ts';
import { type Language, languageSchema } from '../user/settings.ts';

/**
 * `userId`: the user that an approval makes. It is reserved when somebody asks, so that the person has one key from the
 * request on: whoever erases the user erases the request too.
 */
const about = z.object({ registrationId: idSchema, userId: idSchema });
const person = { firstname: z.string(), lastname: z.string(), email: z.string() };

/** Encrypts texts with the key of the person who asked. */
const personal = (...fields: string[]) => ({
  personal: { fields, subject: ({ userId }: Record<string, unknown>) => Number(userId) },
});

/**
 * `termsVersion`: the terms that the person accepted in the form. `language`: the portal's language in which the form was
 * shown; without it, the default of the settings.
 */
const request = z.extend(about, {
  ...person,
  company: z.string(),
  phoneNumber: z.string(),
  comments: z.string(),
  termsVersion: z.string(),
  language: z.optional(languageSchema),
});

/** What a reviewer decides. Organization, names and address are the user's, and may be corrected in the review. */
const approval = z.object({ ...person, organizationId: idSchema, companyAdmin: z.boolean(), decidedBy: idSchema });
/** Language, phone number and terms are those of the request, which the account takes over. Older events lack the last two. */
const decided = z.extend(z.extend(approval, about.shape), {
  language: z.optional(languageSchema),
  phoneNumber: z.optional(z.string()),
  termsVersion: z.optional(z.string()),
  /** The address that the person asked with, when the reviewer gave the account another one. */
  askedEmail: z.optional(z.string()),
});

export const registrationEvents = {
  RegistrationRequested: event(
    request,
    personal('firstname', 'lastname', 'email', 'company', 'phoneNumber', 'comments'),
  ),
  /** The decision. It is followed by the user, and then by `RegistrationApproved`. */
  RegistrationApprovalBegun: event(decided, personal('firstname', 'lastname', 'email', 'phoneNumber', 'askedEmail')),
  /** The user is there. */
  RegistrationApproved: event(z.extend(about, { organizationId: idSchema, companyAdmin: z.boolean() })),
  RegistrationDenied: event(z.extend(about, { decidedBy: idSchema, reason: z.string() }), personal('reason')),
  /** One person erases a denied request, as nobody else has to approve it. What comes from then on does not stop it. */
  RegistrationErasureBegun: event(z.object(about.shape)),
  /** The key of the personal data of a person who was denied is destroyed. */
  RegistrationErased: event(z.extend(about, { approval: z.optional(approvalOfPerson) })),
};

export type RegistrationEvent = EventsOf<typeof registrationEvents>;

export type RegistrationCommand =
  | Command<'RequestRegistration', z.output<typeof request>>
  | Command<'BeginApproval', z.output<typeof approval>>
  | Command<'CompleteApproval', Record<never, never>>
  | Command<'DenyRegistration', { decidedBy: number; reason: string }>
  | Command<'BeginErasure', Record<never, never>>
  | Command<'EraseRegistration', Readonly<{ approval?: ApprovalOfPerson }>>;

type About = Readonly<z.output<typeof about>>;

export type Registration =
  | Readonly<{ status: 'none' }>
  | (About &
      Readonly<{
        status: 'waiting';
        language?: Language | undefined;
        email: string;
        phoneNumber: string;
        termsVersion: string;
      }>)
  | (About &
      Readonly<{
        status: 'approving' | 'approved';
        organizationId: number;
        companyAdmin: boolean;
        decidedBy: number;
      }>)
  | (About & Readonly<{ status: 'denied'; decidedBy: number; erasing?: true; erased: boolean }>);
