import * as z from 'zod/mini';
import { idSchema } from '../core/id.ts';
import { textOr } from '../core/required-text.ts';
import { isInternalAddress } from '../user/address.ts';
import { phoneNumber } from '../user/person.ts';
import { languageSchema } from '../user/settings.ts';
import { email, firstName, lastName, registrationTextLimit } from './schema.ts';

/** Letters of any script (at least one), dots, underscores, commas, ampersands, parentheses and spaces. */
const company = textOr('registration.company-required').check(
  z.trim(),
  z.regex(/^[\p{L}\p{M}._,&() ]*\p{L}[\p{L}\p{M}._,&() ]*$/u, 'registration.company-required'),
  z.maxLength(200),
);

/** The top-level part has 2 to 4 letters (docs/product/sign-up.md). */
const newAddress = /^[\p{L}\p{N}._%+'-]+@[\p{L}\p{N}.-]*[\p{L}\p{N}]\.\p{L}{2,4}$/u;

/**
 * Returns why somebody can't ask for an account with an address, or undefined. An internal address is told first, because
 * the portal's own mail domains need not have a short top-level part.
 *
 * @param internalDomains the portal's own mail domains (`INTERNAL_EMAIL_DOMAINS`).
 */
export const newAddressProblem = (
  email: string,
  internalDomains: readonly string[],
): 'registration.email-internal' | 'registration.email-invalid' | undefined => {
  if (isInternalAddress(email, internalDomains)) return 'registration.email-internal';
  return newAddress.test(email) ? undefined : 'registration.email-invalid';
};

/**
 * `POST /api/access-requests`: the form Sign Up. `comments` is always empty in the form. `newAddressProblem` has the other
 * rules of the address.
 */
export const signUpBody = z.strictObject({
  firstName,
  lastName,
  email,
  company,
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
