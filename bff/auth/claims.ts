import * as z from 'zod';
import { seenOf } from '#domain/core/given-name.ts';
import { isMailAddress } from '#domain/core/mail-address.ts';
import { personNameLimit } from '#domain/core/name-rule.ts';
import { providerIdLimit } from '#domain/user/person.ts';
import { cutText } from '#platform/cut-text.ts';
import { isStorable } from '../input/invalid.ts';

/** Schema of a person's id at the identity provider (`sub`). Ids are never cut, because two could become one. */
export const providerId = z.string().min(1).max(providerIdLimit).refine(isStorable);

/** Schema of a session's id at the identity provider (`sid`). No standard bounds it, and some providers' are long. */
export const providerSession = z.string().min(1).max(2_000).refine(isStorable);

/** The claims that name the person and the session at the identity provider. */
export const idClaims = z.object({ sub: providerId, sid: z.optional(providerSession) });

/** A name of any length and any type. A name that is no text counts as none. */
const providerName = z.string().catch('');

/**
 * The claims about a person, in an ID token or from the userinfo endpoint. Anything may be in a claim, so one that the portal
 * can do without never stops a sign-in.
 */
export const personClaims = z.object({
  email: z.string().refine(isMailAddress),
  /** Amazon Cognito writes a text. Without the claim, the address is not verified. */
  email_verified: z
    .unknown()
    .optional()
    .transform((verified) => verified === true || verified === 'true'),
  name: providerName,
  given_name: providerName,
  family_name: providerName,
});
type PersonClaims = z.output<typeof personClaims>;

/** Characters that are looked at: a name may have many that are not seen. */
const mostRead = 10 * personNameLimit;

/** Returns a name without invisible characters, as long as the portal's rule allows. */
const nameOf = (claim: string): string => cutText(seenOf(claim.slice(0, mostRead)), personNameLimit).trim();

/** Returns first and last name from the provider's claims. A person with a very long name signs in with its beginning. */
export const namesOf = ({ name, given_name, family_name, email }: Omit<PersonClaims, 'email_verified'>) => {
  const [first = '', ...rest] = name.slice(0, mostRead).trim().split(/\s+/);
  const given = nameOf(given_name);
  const firstname = given || nameOf(first) || (email.split('@')[0] ?? email);
  return { firstname, lastname: nameOf(family_name) || (given ? '' : nameOf(rest.join(' '))) };
};
