import * as z from 'zod/mini';

/**
 * Why nobody can sign in.
 *
 * @property check    what failed: the provider does not respond; its certificate is not trusted; it is not there, or is
 *                    another one than the settings say; it signs in another way; it refuses client, secret or redirect address.
 * @property setting  the variable to look at.
 * @property expected what it would have to be, where that is known.
 * @property found    what was found in its place.
 */
const signInFault = z.object({
  check: z.enum(['away', 'certificate', 'not-found', 'issuer', 'algorithm', 'client', 'secret', 'redirect']),
  setting: z.string(),
  expected: z.optional(z.string()),
  found: z.string(),
});
export type SignInFault = z.output<typeof signInFault>;

/** `GET /api/setup`: what a new installation has and what is missing. */
export const setupState = z.object({
  /** The organization that runs the portal, or null. */
  organization: z.nullable(z.string()),
  /** Names, oldest first. */
  gateways: z.array(z.string()),
  apis: z.int(),
  /** Whether mails are sent. */
  mail: z.boolean(),
  /** Why nobody can sign in, as the process that responds knows; null when people can. */
  signIn: z.nullable(signInFault),
  dismissed: z.boolean(),
});
export type SetupState = z.output<typeof setupState>;

/** The response to dismissing the list. Read the list again at `position`. */
export const setupDismissed = z.object({ position: z.string() });

/** Returns whether the portal has everything that it needs to work. */
export const isSetUp = ({ organization, gateways, apis }: SetupState): boolean =>
  organization !== null && gateways.length > 0 && apis > 0;
