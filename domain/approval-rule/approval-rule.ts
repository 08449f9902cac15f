import * as z from 'zod/mini';
import type { Command, Decider } from '../core/decider.ts';
import { type Environment, environmentSchema } from '../core/environment.ts';
import { type EventsOf, event } from '../core/event.ts';
import { refuse } from '../core/problem.ts';
import { fourEyesDays } from '../organization/four-eyes.ts';

export const approvalRuleEvents = {
  /** From now on changes of the deployments of an environment need two people, or no longer do. */
  ApprovalRuleSet: event(z.object({ environment: environmentSchema, twoPeople: z.boolean() })),
};

export type ApprovalRuleEvent = EventsOf<typeof approvalRuleEvents>;

/**
 * @property otherAdministrator whether there is another portal administrator who can work. Without one nobody could approve, and
 *   nobody is left to be asked when the rule ends.
 * @property formerAdministrator whether there was another one in the last 7 days. Else whoever disables the others could end it alone.
 * @property isApproved a second person has approved that it ends.
 */
type ApprovalRuleCommand = Command<
  'SetApprovalRule',
  {
    environment: Environment;
    twoPeople: boolean;
    otherAdministrator: boolean;
    formerAdministrator: boolean;
    isApproved: boolean;
  }
>;

/** @property twoPeople the environments whose deployments are changed by two people. */
type ApprovalRule = Readonly<{ twoPeople: readonly Environment[] }>;

/** There is one, as there is one installation. */
export const approvalRuleId = 1;

/** Returns whether a change of a deployment in an environment needs two people. */
export const needsTwo = ({ twoPeople }: ApprovalRule, environment: Environment): boolean =>
  twoPeople.includes(environment);

export const approvalRuleDecider: Decider<ApprovalRule, ApprovalRuleCommand, ApprovalRuleEvent> = {
  noun: 'approval-rule',
  initialState: { twoPeople: [] },
  decide: ({ data }, state) => {
    const { environment, twoPeople, otherAdministrator, formerAdministrator, isApproved } = data;
    if (needsTwo(state, environment) === twoPeople) return [];
    if (twoPeople && !otherAdministrator) return refuse('conflict', { code: 'approval-rule.nobody-else' });
    // Whoever could end it alone would need nobody for anything.
    if (!twoPeople && otherAdministrator && !isApproved)
      return refuse('conflict', { code: 'approval-rule.needs-approval' });
    if (!twoPeople && formerAdministrator && !isApproved)
      return refuse('conflict', { code: 'approval-rule.wait', parameters: { days: fourEyesDays } });
    return [{ type: 'ApprovalRuleSet', data: { environment, twoPeople } }];
  },
  evolve: (state, { data: { environment, twoPeople } }) => {
    const others = state.twoPeople.filter((one) => one !== environment);
    return { twoPeople: twoPeople ? [...others, environment] : others };
  },
};
