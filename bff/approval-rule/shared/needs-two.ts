import { approvalRuleDecider, approvalRuleId, needsTwo } from '#domain/approval-rule/approval-rule.ts';
import type { Environment } from '#domain/core/environment.ts';
import { loadState } from '#eventstore/load.ts';
import type { Services } from '../../http/services.ts';

export const loadRule = ({ store }: Pick<Services, 'store'>) => loadState(store, approvalRuleDecider, approvalRuleId);

/** Returns whether a change of the deployments of an environment needs two people. Reads the log, so a rule counts from its event on. */
export const changesByTwo = async (services: Pick<Services, 'store'>, environment: Environment): Promise<boolean> =>
  needsTwo(await loadRule(services), environment);

/** Returns whether there is another portal administrator who can sign in. */
export const hasOtherAdministrator = async ({ pool }: Pick<Services, 'pool'>, userId: number): Promise<boolean> => {
  const { rowCount } = await pool.query(
    `select from users u join organizations o on o.id = u.organization_id
     where u.id <> $1 and u.active and u.issuer is not null and o.status = 'active' and u.roles @> '{ROLE_PORTAL_ADMIN}'
     limit 1`,
    [userId],
  );
  return rowCount === 1;
};
