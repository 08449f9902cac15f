import { type UndoRules, undoRules } from '../core/undo.ts';
import { type ApprovalRuleEvent, approvalRuleDecider, needsTwo } from './approval-rule.ts';
import { setApprovalRule, setPeopleRule } from './calls.ts';

/** How a rule of two people is taken back. */
export const approvalRuleUndo: UndoRules<ApprovalRuleEvent> = undoRules(approvalRuleDecider, {
  ApprovalRuleSet: {
    shows: (state, { environment }) => ({ twoPeople: needsTwo(state, environment) }),
    opposite: ({ data: { environment }, wanted: { twoPeople } }) => ({
      call: setApprovalRule,
      action: 'approval-rule.set',
      about: {},
      does: twoPeople === true ? 'demand-two' : 'demand-one',
      body: { environment, twoPeople },
    }),
  },
  PeopleRuleSet: {
    shows: ({ people }) => ({ people }),
    opposite: ({ wanted: { people } }) => ({
      call: setPeopleRule,
      action: 'approval-rule.set',
      about: {},
      does: 'fields',
      body: { twoPeople: people },
    }),
  },
});
