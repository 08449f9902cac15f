/** Kinds of notice: something is to be decided, was decided, will end soon, has ended, or failed. */
export const noticeKinds = [
  /** An organization asks for access, and one may decide. It goes with the decision. */
  'access-asked',
  'access-approved',
  'access-denied',
  'access-revoked',
  /** A grant of access ends soon: to whoever has it, and to whoever maintains the API. */
  'access-ends',
  /** Another organization may call an API that one published, or may no longer. */
  'access-given',
  'access-taken',
  /** The organization of APIs that one may call is to be deleted. */
  'access-ending',
  /** It is not deleted. */
  'access-stays',
  /** The old credentials of a rotated key end soon. */
  'key-ending',
  /** The old credentials of a rotated key have ended. */
  'key-ended',
  'key-removed',
  'deployment-removed',
  'api-deleted',
  /** It was deleted with all its APIs. */
  'application-deleted',
  'organization-deleted',
  'operation-failed',
  /** A failed operation was replayed and is completed. */
  'operation-recovered',
  /** Support gave up what one asked for. */
  'operation-cancelled',
  /** Support gave one an operation, or a cause of the desk. */
  'case-handed-over',
  'cause-handed-over',
  'issue-closed',
  /** What protects a deployment was missing on its gateway, and is put back. */
  'protection-lost',
  /** Somebody else's object on the gateway takes a deployment's calls, or works on them. */
  'foreign-object',
  /** Certificates of a gateway that one administers end soon. */
  'certificate-ending',
  /** Kafka has rights to the portal's topics, or of its users, that the portal did not give. */
  'kafka-rights',
  /** A change waits for a second person, and one may approve it. It goes with the decision. */
  'approval-asked',
  /** To whoever asked for the change. */
  'approval-given',
  'approval-denied',
  'approval-lapsed',
  /** Access, keys and roles are to be confirmed by a day; it is near, or over. Both go when the review is closed. */
  'review-started',
  'review-due',
  /** Nobody has decided in time, and one may, or audits the portal. It goes with the decision. */
  'decision-overdue',
] as const;
export type NoticeKind = (typeof noticeKinds)[number];

const day = 24 * 3_600_000;

/**
 * Returns when people are reminded that old credentials end, in milliseconds: a day before, or after half of a shorter
 * time.
 *
 * @param from  start of the time, in milliseconds.
 * @param until end of the time, in milliseconds.
 */
export const reminderTime = (from: number, until: number): number =>
  until - Math.min(day, Math.max(0, until - from) / 2);
