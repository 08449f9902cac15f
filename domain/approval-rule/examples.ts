import fc from 'fast-check';
import { nounExamples } from '#test/examples/noun-examples.ts';
import { environments } from '../core/environment.ts';
import { approvalRuleDecider, approvalRuleId, peopleRuleId } from './approval-rule.ts';

export const examples = nounExamples(approvalRuleDecider, {
  events: { ApprovalRuleSet: { environment: 'PROD', twoPeople: true }, PeopleRuleSet: { twoPeople: true } },
  steps: ({ step }) => [
    step(fc.constant(approvalRuleId), 'SetApprovalRule', () =>
      fc.record({
        environment: fc.constantFrom(...environments),
        twoPeople: fc.boolean(),
        otherAdministrator: fc.boolean(),
        formerAdministrator: fc.boolean(),
        isApproved: fc.boolean(),
      }),
    ),
    step(fc.constant(peopleRuleId), 'SetPeopleRule', () =>
      fc.record({
        twoPeople: fc.boolean(),
        otherAdministrator: fc.boolean(),
        formerAdministrator: fc.boolean(),
        isApproved: fc.boolean(),
      }),
    ),
  ],
});
