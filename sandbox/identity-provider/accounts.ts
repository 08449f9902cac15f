import * as z from 'zod';

/** A person who can sign in at the sandbox. */
const accountSchema = z.object({
  sub: z.string().min(1),
  email: z.email(),
  emailVerified: z.boolean(),
  givenName: z.string(),
  familyName: z.string(),
  /** Their role in words, and one line on what to try; shown on the sign-in page. */
  role: z.string(),
  hint: z.string(),
});
export type Account = z.output<typeof accountSchema>;

/** The claims that the provider tells about a person (OpenID Connect Core, section 5.1). */
export const claimsOf = ({ sub, email, emailVerified, givenName, familyName }: Account) => ({
  sub,
  email,
  email_verified: emailVerified,
  name: `${givenName} ${familyName}`,
  given_name: givenName,
  family_name: familyName,
});
