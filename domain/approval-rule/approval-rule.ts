import * as z from 'zod/mini';
import type { Command, Decider, Decision } from '../core/decider.ts';
import { type Environment, environmentSchema } from '../core/environment.ts';
import { type EventsOf, event } from '../core/event.ts';
import { refuse } from '../core/problem.ts';
import { fourEyesDays } from '../organization/four-eyes.ts';

export const approvalRuleEvents = {
  /** From now on changes of the deployments of an environment need two people, or no longer do. */
  ApprovalRuleSet: event(z.object({ environment: environmentSchema, twoPeople: z.boolean() })),
  /** From now on two people erase somebody and give the portal administrator's role, or one is enough again. */
  PeopleRuleSet: event(z.object({ twoPeople: z.boolean() })),
};

export type ApprovalRuleEvent = EventsOf<typeof approvalRuleEvents>;

/**
 * @property otherAdministrator whether there is another portal administrator who can work. Without one nobody could approve, and
 *   nobody is left to be asked when the rule ends.
 * @property formerAdministrator whether there was another one in the last 7 days. Else whoever disables the others could end it alone.
 * @property isApproved a second person has approved that it ends.
 */
type Setting = Readonly<{
  twoPeople: boolean;
  otherAdministrator: boolean;
  formerAdministrator: boolean;
  isApproved: boolean;
}>;

type ApprovalRuleCommand =
  | Command<'SetApprovalRule', Setting & Readonly<{ environment: Environment }>>
  | Command<'SetPeopleRule', Setting>;

/**
 * @property twoPeople the environments whose deployments are changed by two people.
 * @property people    whether two people erase somebody and give the portal administrator's role.
 */
type ApprovalRule = Readonly<{ twoPeople: readonly Environment[]; people: boolean }>;

/** The rule of the environments. There is one, as there is one installation. */
export const approvalRuleId = 1;

/** The rule about people. It has a stream of its own, because the last release reads the other one before each deployment. */
export const peopleRuleId = 2;

/** Returns whether a change of a deployment in an environment needs two people. */
export const needsTwo = ({ twoPeople }: ApprovalRule, environment: Environment): boolean =>
  twoPeople.includes(environment);

/** Returns the events of a setting that is another one than before. Also a rule that one person could end needs two people. */
const unlessAlone = (setting: Setting, events: () => Decision<ApprovalRuleEvent>): Decision<ApprovalRuleEvent> => {
  const { twoPeople, otherAdministrator, formerAdministrator, isApproved } = setting;
  if (twoPeople && !otherAdministrator) return refuse('conflict', { code: 'approval-rule.nobody-else' });
  // Whoever could end it alone would need nobody for anything.
  if (!twoPeople && otherAdministrator && !isApproved)
    return refuse('conflict', { code: 'approval-rule.needs-approval' });
  if (!twoPeople && formerAdministrator && !isApproved)
    return refuse('conflict', { code: 'approval-rule.wait', parameters: { days: fourEyesDays } });
  return events();
};

export const approvalRuleDecider: Decider<ApprovalRule, ApprovalRuleCommand, ApprovalRuleEvent> = {
  noun: 'approval-rule',
  initialState: { twoPeople: [], people: false },
  closedBy: ['ApprovalRuleSet', 'PeopleRuleSet'],
  decide: (command, state) => {
    const { twoPeople } = command.data;
    if (command.type === 'SetPeopleRule') {
      if (state.people === twoPeople) return [];
      return unlessAlone(command.data, () => [{ type: 'PeopleRuleSet', data: { twoPeople } }]);
    }
    const { environment } = command.data;
    if (needsTwo(state, environment) === twoPeople) return [];
    return unlessAlone(command.data, () => [{ type: 'ApprovalRuleSet', data: { environment, twoPeople } }]);
  },
  evolve: (state, event) => {
    if (event.type === 'PeopleRuleSet') return { ...state, people: event.data.twoPeople };
    const { environment, twoPeople } = event.data;
    const others = state.twoPeople.filter((one) => one !== environment);
    return { ...state, twoPeople: twoPeople ? [...others, environment] : others };
  },
};
