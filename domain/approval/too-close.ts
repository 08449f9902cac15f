import { isFromRequester, type Origin } from '../organization/four-eyes.ts';
import type { ApprovedChange } from './approval.ts';

/** Why two people count as one: one of them made the other one, or made them an administrator, within the last 7 days. */
export const closeness = ['approver-from-requester', 'requester-from-approver'] as const;
export type Closeness = (typeof closeness)[number];

/** Where both come from, and when the approver decides, as ISO 8601. */
export type TwoPeople = Readonly<{ approvedBy: number; approver: Origin; requester: Origin; now: string }>;

/**
 * Returns why two people count as one for a change. What only administrators ask for is also not approved by whoever made the requester:
 * they could ask with the new account. For a deployment that would keep an administrator from approving what a new colleague asks for.
 */
export const tooClose = (
  { change, requestedBy }: Readonly<{ change: ApprovedChange; requestedBy: number }>,
  { approvedBy, approver, requester, now }: TwoPeople,
): Closeness | undefined => {
  if (isFromRequester(approver, requestedBy, now)) return 'approver-from-requester';
  if (change.kind !== 'deployment' && isFromRequester(requester, approvedBy, now)) return 'requester-from-approver';
  return undefined;
};
