import { describe, expect, it } from 'vitest';
import { given } from '../core/specification.ts';
import { type ApprovalRuleEvent, approvalRuleDecider } from './approval-rule.ts';

/** The two rules follow the same ones. */
const rules = {
  environment: {
    set: (twoPeople: boolean, otherAdministrator: boolean, isApproved = false, formerAdministrator = false) =>
      ({
        type: 'SetApprovalRule',
        data: { environment: 'PROD', twoPeople, otherAdministrator, formerAdministrator, isApproved },
      }) as const,
    on: { type: 'ApprovalRuleSet', data: { environment: 'PROD', twoPeople: true } },
    off: { type: 'ApprovalRuleSet', data: { environment: 'PROD', twoPeople: false } },
  },
  people: {
    set: (twoPeople: boolean, otherAdministrator: boolean, isApproved = false, formerAdministrator = false) =>
      ({
        type: 'SetPeopleRule',
        data: { twoPeople, otherAdministrator, formerAdministrator, isApproved },
      }) as const,
    on: { type: 'PeopleRuleSet', data: { twoPeople: true } },
    off: { type: 'PeopleRuleSet', data: { twoPeople: false } },
  },
} as const satisfies Record<string, { on: ApprovalRuleEvent; off: ApprovalRuleEvent; set: unknown }>;

describe.each(Object.entries(rules))('a rule of the kind %s', (_kind, { set, on, off }) => {
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
});

it('both are kept side by side', () => {
  const { environment, people } = rules;
  expect(given(approvalRuleDecider, [environment.on, people.on, environment.off]).when(people.set(true, true))).toEqual(
    [],
  );
  expect(given(approvalRuleDecider, [environment.on, people.on, people.off]).when(environment.set(true, true))).toEqual(
    [],
  );
});
