import { queryOptions } from '@tanstack/react-query';
import { getApprovalRules } from '#domain/approval-rule/calls.ts';
import type { ApprovalRules } from '#domain/approval-rule/schema.ts';
import { get } from '../../../api/client.ts';

export const approvalsKey = ['approvals'] as const;

/** Milliseconds for which a rule is not read again. The server decides in any case. */
const freshness = 60_000;

/** Reads which environments are changed by two people. */
export const approvalRulesOptions = queryOptions({
  queryKey: [...approvalsKey, 'rules'],
  queryFn: ({ signal }) => get(getApprovalRules, {}, signal),
  staleTime: freshness,
});

/** Whether a second person has to approve what makes a portal administrator or erases somebody. The server decides in any case. */
export const peopleByTwoOptions = {
  ...approvalRulesOptions,
  select: ({ people, isAlone }: ApprovalRules) => people && !isAlone,
};
