import { mailKinds } from '#domain/mail/subject.ts';

/**
 * The kinds of texts: one for each kind of mail, and:
 *
 * - `event-access-...`: for a mail of the kind `access-...` that is about an event category.
 * - `rows-changed`: for a mail of the kind `log-altered`, if only rows of read tables were changed.
 * - `key-expires`, `key-expired`: for a mail of the kind `key-ends` or `key-removed` about a key that ends by itself.
 * - `requests-waiting`: for a mail of the kind `request-received`, if several requests wait for its reader.
 * - `decision-due-one`, `decision-overdue-one`, `handed-over-one`: for a mail about one decision that waits, or one thing of the desk.
 * - `review-overdue`: for a mail of the kind `review-due` to whoever started the review.
 * - `confirm-address`, `address-known`: for an address from the form Sign Up. They contain no text of the form, or the portal
 *   would send strangers' texts to strangers.
 */
export const textKinds = [
  ...mailKinds,
  'event-access-asked',
  'event-access-approved',
  'event-access-denied',
  'event-access-revoked',
  'event-access-ends',
  'access-approved-until',
  'event-access-approved-until',
  'key-expires',
  'key-expired',
  'requests-waiting',
  'rows-changed',
  'review-overdue',
  'decision-due-one',
  'decision-overdue-one',
  'handed-over-one',
  'confirm-address',
  'address-known',
] as const;
export type TextKind = (typeof textKinds)[number];
