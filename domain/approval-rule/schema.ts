import * as z from 'zod/mini';
import { environmentSchema } from '../core/environment.ts';
import { idSchema } from '../core/id.ts';

/**
 * `GET /api/approval-rules`.
 *
 * @property twoPeople     the environments whose deployments are changed by two people.
 * @property people        whether two people erase somebody and give the portal administrator's role.
 * @property isAlone       whether there is one portal administrator only. Nobody could approve then.
 */
export const approvalRules = z.object({
  twoPeople: z.array(environmentSchema),
  people: z._default(z.boolean(), false),
  isAlone: z.boolean(),
});
export type ApprovalRules = z.output<typeof approvalRules>;

export const approvalRuleBody = z.strictObject({ environment: environmentSchema, twoPeople: z.boolean() });

/** `POST /api/approval-rules/people`. */
export const peopleRuleBody = z.strictObject({ twoPeople: z.boolean() });

/** `approvalId`: of the request that waits for a second person, where the rule would end. */
export const approvalRuleSet = z.object({ approvalId: z.optional(idSchema), position: z.string() });
