/** Returns what follows the `@` of a mail address, in lower case. Returns '' for a text without one, such as `[erased]`. */
export const mailDomainOf = (email: string): string => {
  const at = email.lastIndexOf('@');
  return at < 0 ? '' : email.slice(at + 1).toLowerCase();
};

/** Returns whether an address has one of the portal's own mail domains (`INTERNAL_EMAIL_DOMAINS`). */
export const isInternalAddress = (email: string, internalDomains: readonly string[]): boolean =>
  internalDomains.includes(mailDomainOf(email));
