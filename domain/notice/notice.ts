/** What people are told: something of theirs was decided, is about to end, has ended, or went wrong. */
export const noticeKinds = [
  'access-approved',
  'access-denied',
  'access-revoked',
  /** Time ends the old credentials of a rotated key soon. */
  'key-ending',
  /** The old credentials of a rotated key have ended. */
  'key-ended',
  'key-removed',
  'deployment-removed',
  'api-deleted',
  'operation-failed',
  /** One that had failed was replayed, and is done. */
  'operation-recovered',
  'issue-closed',
] as const;
export type NoticeKind = (typeof noticeKinds)[number];

const day = 24 * 3_600_000;

/**
 * When people are reminded that old credentials end: a day before, or in the middle of a shorter span.
 *
 * @param from  milliseconds, when the span began.
 * @param until milliseconds, when it ends.
 */
export const reminderTime = (from: number, until: number): number =>
  until - Math.min(day, Math.max(0, until - from) / 2);
