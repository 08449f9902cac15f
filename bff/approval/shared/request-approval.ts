import { type ApprovedChange, approvalDays } from '#domain/approval/approval.ts';
import { approvalDecider } from '#domain/approval/decider.ts';
import type { Actor } from '#domain/core/actor.ts';
import type { GatewayPlan } from '#domain/core/gateway-plan.ts';
import { newId } from '../../http/new-id.ts';
import type { Services } from '../../http/services.ts';

/** `plan` and `hash` of the difference at a gateway. Default: nothing changes there. */
type Asked = Readonly<{ change: ApprovedChange; plan?: GatewayPlan; hash?: string }>;

const day = 24 * 3_600_000;

/**
 * Returns the command that asks a second person, for `runCommand`. What it asks for was checked as if it were done now.
 */
export const approvalRequest = async (
  { pool, now }: Pick<Services, 'pool' | 'now'>,
  actor: Actor,
  { change, plan = { changes: [], more: 0 }, hash = '' }: Asked,
) => {
  const approvalId = await newId(pool, 'approval');
  const expiresAt = new Date(now().getTime() + approvalDays * day).toISOString();
  return {
    decider: approvalDecider,
    id: approvalId,
    isNew: true,
    command: {
      type: 'RequestApproval' as const,
      data: { approvalId, requestedBy: actor.userId, expiresAt, hash, plan, change },
    },
  };
};
