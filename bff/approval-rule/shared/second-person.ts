import { approvalRuleDecider, peopleRuleId } from '#domain/approval-rule/approval-rule.ts';
import { RefusedError, refuse } from '#domain/core/problem.ts';
import { fourEyesDays } from '#domain/organization/four-eyes.ts';
import type { UsedGuard } from '#eventstore/event-store.ts';
import { enter } from '#eventstore/guards.ts';
import { loadState } from '#eventstore/load.ts';
import type { Services } from '../../http/services.ts';
import { otherAdministrators } from './administrators.ts';

type Open = Pick<Services, 'store' | 'pool' | 'now'>;

export const loadPeopleRule = ({ store }: Pick<Services, 'store'>) =>
  loadState(store, approvalRuleDecider, peopleRuleId);

/** Whether a second person is needed, and there: `nobody` could approve now, but somebody could within the last 7 days. */
type SecondPerson = 'not-needed' | 'there' | 'nobody';

/**
 * Returns whether somebody needs a second person to erase people and to give the portal administrator's role. The only administrator does
 * not, when nobody else was one in the last 7 days: nobody is locked out, and disabling the others gives nothing at once.
 */
export const findSecondPerson = async (services: Open, userId: number): Promise<SecondPerson> => {
  if (!(await loadPeopleRule(services)).people) return 'not-needed';
  const { otherAdministrator, formerAdministrator } = await otherAdministrators(services, userId);
  if (otherAdministrator) return 'there';
  return formerAdministrator ? 'nobody' : 'not-needed';
};

export const nobodyToApprove = () =>
  new RefusedError(refuse('conflict', { code: 'approval-rule.nobody-to-approve', parameters: { days: fourEyesDays } }));

/** Returns whether a second person has to approve it. @throws RefusedError when nobody is there who could. */
export const needsSecondPerson = async (services: Open, userId: number): Promise<boolean> => {
  const found = await findSecondPerson(services, userId);
  if (found === 'nobody') throw nobodyToApprove();
  return found === 'there';
};

/**
 * Returns whether nobody alone may make portal administrators now, and the guard that a command about somebody's account passes. Whoever
 * sets the rule raises it.
 */
export const enterPeopleRule = async (
  services: Open,
  userId: number,
): Promise<Readonly<{ byTwo: boolean; guards: readonly UsedGuard[] }>> => {
  const { state, guards } = await enter(services, approvalRuleDecider, peopleRuleId);
  if (!state.people) return { byTwo: false, guards };
  const { otherAdministrator, formerAdministrator } = await otherAdministrators(services, userId);
  return { byTwo: otherAdministrator || formerAdministrator, guards };
};

/**
 * Returns the guard that one person passes who makes a portal administrator, or erases somebody, alone.
 *
 * @throws RefusedError when the rule began meanwhile.
 */
export const enterAsOnePerson = async (services: Open, userId: number): Promise<readonly UsedGuard[]> => {
  const { byTwo, guards } = await enterPeopleRule(services, userId);
  if (byTwo) throw new RefusedError(refuse('conflict', { code: 'conflict.changed-meanwhile' }));
  return guards;
};
