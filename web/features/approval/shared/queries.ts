import { queryOptions } from '@tanstack/react-query';
import { getApprovalRules } from '#domain/approval-rule/calls.ts';
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
