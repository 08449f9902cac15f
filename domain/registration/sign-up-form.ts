import * as z from 'zod/mini';
import { idSchema } from '../core/id.ts';
import { organizationName } from '../core/name-rule.ts';
import { isInternalAddress } from '../user/address.ts';
import { phoneNumber } from '../user/person.ts';
import { languageSchema } from '../user/settings.ts';
import { email, firstName, lastName, registrationTextLimit } from './schema.ts';

/**
 * Returns why somebody can't ask for an account with an address, or undefined: people of the company that runs the portal
 * have one already.
 *
 * @param internalDomains the portal's own mail domains (`INTERNAL_EMAIL_DOMAINS`).
 */
export const newAddressProblem = (
  email: string,
  internalDomains: readonly string[],
): 'registration.email-internal' | undefined =>
  isInternalAddress(email, internalDomains) ? 'registration.email-internal' : undefined;

/**
 * `POST /api/access-requests`: the form Sign Up. `comments` is always empty in the form. `newAddressProblem` has the other
 * rule of the address.
 */
export const signUpBody = z.strictObject({
  firstName,
  lastName,
  email,
  company: organizationName('registration.company-required'),
  comments: z._default(z.string().check(z.trim(), z.maxLength(registrationTextLimit)), ''),
  agreeToTerm: z.literal('yes', 'registration.terms-required'),
  phoneNumber,
  /** The language in which the form was shown. Mails to the person are written in it. */
  language: z.optional(languageSchema),
});
export type SignUpBody = z.output<typeof signUpBody>;

/** `confirm`: whether the request counts only once the person has used the link in a mail. */
export const signedUp = z.object({
  requestId: idSchema,
  position: z.string(),
  confirm: z._default(z.boolean(), false),
});

/** The response of `POST /api/confirm-access-request`. */
export const registrationConfirmed = z.object({ requestId: idSchema, position: z.string() });
