import { approvalRuleDecider, approvalRuleId, needsTwo } from '#domain/approval-rule/approval-rule.ts';
import type { Environment } from '#domain/core/environment.ts';
import { RefusedError, refuse } from '#domain/core/problem.ts';
import type { UsedGuard } from '#eventstore/event-store.ts';
import { enter } from '#eventstore/guards.ts';
import { loadState } from '#eventstore/load.ts';
import type { Services } from '../../http/services.ts';

export const loadRule = ({ store }: Pick<Services, 'store'>) => loadState(store, approvalRuleDecider, approvalRuleId);

/** Returns whether a change of the deployments of an environment needs two people. Reads the log, so a rule counts from its event on. */
export const changesByTwo = async (services: Pick<Services, 'store'>, environment: Environment): Promise<boolean> =>
  needsTwo(await loadRule(services), environment);

/**
 * Returns the guard that a change by one person passes. Whoever sets a rule raises it, so no such change comes after the rule in the log.
 *
 * @throws RefusedError when the rule began meanwhile.
 */
export const enterAlone = async (
  services: Pick<Services, 'store'>,
  environment: Environment,
): Promise<readonly UsedGuard[]> => {
  const { state, guards } = await enter(services, approvalRuleDecider, approvalRuleId);
  if (needsTwo(state, environment)) throw new RefusedError(refuse('conflict', { code: 'conflict.changed-meanwhile' }));
  return guards;
};
