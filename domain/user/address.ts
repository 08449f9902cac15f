import type { Problem } from '../core/problem.ts';

/** Returns what follows the `@` of a mail address, in lower case. Returns '' for a text without one, such as `[erased]`. */
export const mailDomainOf = (email: string): string => {
  const at = email.lastIndexOf('@');
  return at < 0 ? '' : email.slice(at + 1).toLowerCase();
};

/** Returns whether an address has one of the portal's own mail domains (`INTERNAL_EMAIL_DOMAINS`). */
export const isInternalAddress = (email: string, internalDomains: readonly string[]): boolean =>
  internalDomains.includes(mailDomainOf(email));

/**
 * Returns why a person with an address may not come into an organization: the portal's own people belong to internal
 * organizations, everybody else to external ones. It is the one rule for approvals, invitations and forms. Without mail
 * domains of its own (`INTERNAL_EMAIL_DOMAINS`) a portal can't tell its people, and takes every address everywhere.
 *
 * @param field where an address from outside is refused: what the person can change of the two.
 */
export const placeProblem = (
  email: string,
  { external }: Readonly<{ external: boolean }>,
  internalDomains: readonly string[],
  field: 'email' | 'organizationId',
): Problem | undefined => {
  if (internalDomains.length === 0) return undefined;
  const isOurs = isInternalAddress(email, internalDomains);
  if (isOurs && external) return { code: 'user.email-internal', field: 'email' };
  return isOurs || external ? undefined : { code: 'user.email-external', field };
};
