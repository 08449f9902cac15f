import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { approve, compareApproval, deny, getApproval, listApprovals, withdraw } from '#domain/approval/calls.ts';
import type { ApprovalListQuery } from '#domain/approval/schema.ts';
import { setApprovalRule, setPeopleRule } from '#domain/approval-rule/calls.ts';
import { get } from '../../api/client.ts';
import { inboxKey } from '../../api/inbox-key.ts';
import type { CommandDefinition } from '../../api/use-command.ts';
import { apisKey } from '../api/shared/queries.ts';
import { approvalsKey } from './shared/queries.ts';

/** Milliseconds between polls while the tab is visible. */
const freshness = 30_000;
/** Milliseconds between polls while an approved change is about to be carried out. */
const soon = 1_000;

export const approvalListOptions = (params: ApprovalListQuery) =>
  queryOptions({
    queryKey: [...approvalsKey, 'list', params],
    queryFn: ({ signal }) => get(listApprovals, { query: params }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: freshness,
  });

export const approvalOptions = (id: number) =>
  queryOptions({
    queryKey: [...approvalsKey, 'one', id],
    queryFn: ({ signal }) => get(getApproval, { parameters: { id } }, signal),
    refetchInterval: ({ state }) => (state.data?.state === 'approved' ? soon : freshness),
  });

/** Reads whether the change would make the same difference at the gateway now. */
export const approvalNowOptions = (id: number) =>
  queryOptions({
    queryKey: [...approvalsKey, 'now', id],
    queryFn: ({ signal }) => get(compareApproval, { parameters: { id } }, signal),
    retry: false,
    gcTime: 0,
  });

const decision = { invalidates: [approvalsKey, inboxKey, apisKey] } as const;

export const approveCommand = { call: approve, ...decision, success: 'approvals.approved' } satisfies CommandDefinition;
export const denyCommand = { call: deny, ...decision, success: 'approvals.denied' } satisfies CommandDefinition;
export const withdrawCommand = {
  call: withdraw,
  ...decision,
  success: 'approvals.withdrawn',
} satisfies CommandDefinition;

export const setRuleCommand = { call: setApprovalRule, invalidates: [approvalsKey] } satisfies CommandDefinition;
export const setPeopleRuleCommand = { call: setPeopleRule, invalidates: [approvalsKey] } satisfies CommandDefinition;
