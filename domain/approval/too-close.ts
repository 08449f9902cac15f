import { isFromRequester, type Origin } from '../organization/four-eyes.ts';

/** Why two people count as one: one of them made the other one, or made them an administrator, within the last 7 days. */
export const closeness = ['approver-from-requester', 'requester-from-approver'] as const;
export type Closeness = (typeof closeness)[number];

/** Where both come from, and when the approver decides, as ISO 8601. */
export type TwoPeople = Readonly<{ approvedBy: number; approver: Origin; requester: Origin; now: string }>;

/**
 * Returns why two people count as one. Also whoever made the requester does not approve: they could ask with the new account. Another
 * maintainer or administrator can.
 */
export const tooClose = (
  { requestedBy }: Readonly<{ requestedBy: number }>,
  { approvedBy, approver, requester, now }: TwoPeople,
): Closeness | undefined => {
  if (isFromRequester(approver, requestedBy, now)) return 'approver-from-requester';
  if (isFromRequester(requester, approvedBy, now)) return 'requester-from-approver';
  return undefined;
};
