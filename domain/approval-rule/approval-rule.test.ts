import { expect, it } from 'vitest';
import { given } from '../core/specification.ts';
import { type ApprovalRuleEvent, approvalRuleDecider } from './approval-rule.ts';

const set = (twoPeople: boolean, otherAdministrator: boolean, isApproved = false, formerAdministrator = false) =>
  ({
    type: 'SetApprovalRule',
    data: { environment: 'PROD', twoPeople, otherAdministrator, formerAdministrator, isApproved },
  }) as const;
const on: ApprovalRuleEvent = { type: 'ApprovalRuleSet', data: { environment: 'PROD', twoPeople: true } };
const off: ApprovalRuleEvent = { type: 'ApprovalRuleSet', data: { environment: 'PROD', twoPeople: false } };

it('is set where there is somebody who could approve', () => {
  expect(given(approvalRuleDecider, []).when(set(true, true))).toEqual([on]);
  expect(given(approvalRuleDecider, [on]).when(set(true, true))).toEqual([]);
  expect(given(approvalRuleDecider, []).when(set(true, false))).toMatchObject({
    problems: [{ code: 'approval-rule.nobody-else' }],
  });
});

it('ends with the approval of a second person, or where there is none any more', () => {
  expect(given(approvalRuleDecider, [on]).when(set(false, true))).toMatchObject({
    problems: [{ code: 'approval-rule.needs-approval' }],
  });
  expect(given(approvalRuleDecider, [on]).when(set(false, true, true))).toEqual([off]);
  expect(given(approvalRuleDecider, [on]).when(set(false, false))).toEqual([off]);
  // Whoever disables the others has to wait.
  expect(given(approvalRuleDecider, [on]).when(set(false, false, false, true))).toMatchObject({
    problems: [{ code: 'approval-rule.wait', parameters: { days: 7 } }],
  });
  expect(given(approvalRuleDecider, [on]).when(set(false, true, true, true))).toEqual([off]);
  expect(given(approvalRuleDecider, [on, off]).when(set(false, true))).toEqual([]);
});
