import * as z from 'zod';

/** A person who can sign in to the sandbox. */
const accountSchema = z.object({
  sub: z.string().min(1),
  email: z.email(),
  emailVerified: z.boolean(),
  givenName: z.string(),
  familyName: z.string(),
  /** The role and one line about what to try. The sign-in page shows both. */
  role: z.string(),
  hint: z.string(),
  /** Claims instead of the usual ones, as an odd provider sends them. Undefined: the claim is not sent. */
  claims: z.record(z.string(), z.unknown()).optional(),
});
export type Account = z.output<typeof accountSchema>;

/** Returns the provider's claims about a person (OpenID Connect Core, section 5.1). */
export const claimsOf = ({ sub, email, emailVerified, givenName, familyName, claims }: Account) => ({
  sub,
  email,
  email_verified: emailVerified,
  name: `${givenName} ${familyName}`,
  given_name: givenName,
  family_name: familyName,
  ...claims,
});
