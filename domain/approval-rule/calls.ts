import { call } from '../core/call.ts';
import { approvalRuleBody, approvalRuleSet, approvalRules, peopleRuleBody } from './schema.ts';

export const getApprovalRules = call({ method: 'get', path: '/api/approval-rules', response: approvalRules });

export const setApprovalRule = call({
  method: 'post',
  path: '/api/approval-rules',
  body: approvalRuleBody,
  response: approvalRuleSet,
});

export const setPeopleRule = call({
  method: 'post',
  path: '/api/approval-rules/people',
  body: peopleRuleBody,
  response: approvalRuleSet,
});
