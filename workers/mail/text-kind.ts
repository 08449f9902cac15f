import { mailKinds } from '#domain/mail/subject.ts';

/**
 * The texts that there are. One for each kind of mail, and:
 *
 * - `requests-waiting`: of a mail of the kind `request-received`, when several requests wait for its reader.
 * - `confirm-address`, `address-known`: to an address that somebody wrote into the form Sign Up. They contain nothing that was
 *   written there, or the portal would send strangers' texts to strangers.
 */
export const textKinds = [...mailKinds, 'requests-waiting', 'confirm-address', 'address-known'] as const;
export type TextKind = (typeof textKinds)[number];
