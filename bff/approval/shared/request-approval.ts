import { type ApprovedChange, daysOf } from '#domain/approval/approval.ts';
import { approvalDecider } from '#domain/approval/decider.ts';
import type { GatewayPlan } from '#domain/core/gateway-plan.ts';
import { type ResponseBody, runCommand } from '../../http/command.ts';
import { readGuards } from '../../http/guards.ts';
import { newId } from '../../http/new-id.ts';
import type { Received } from '../../http/route.ts';
import { findWaiting, guardOfWaiting } from './waiting.ts';

/** What a second person is asked for. `plan` and `hash` of the difference at a gateway. Default: nothing changes there. */
export type Asked = Readonly<{ change: ApprovedChange; plan?: GatewayPlan; hash?: string }>;

const day = 24 * 3_600_000;

/** Returns the response of the call that asked, which is the one that it would have without a second person. */
const responseTo = (approvalId: number, change: ApprovedChange): ResponseBody => {
  switch (change.kind) {
    case 'deployment':
      return { entityId: change.deploymentId, operationId: change.operationId, approvalId };
    case 'administrator':
      return { id: change.userId, userId: change.userId, approvalId };
    case 'erasure':
      return change.registrationId === undefined
        ? { id: change.userId, userId: change.userId, approvalId }
        : { accessRequestId: change.registrationId, approvalId };
    default:
      return { approvalId };
  }
};

/** Thrown when somebody has asked for the same, and it still waits. */
class WaitsAlreadyError extends Error {
  readonly response: ResponseBody;
  constructor(response: ResponseBody) {
    super('it waits already');
    this.response = response;
  }
}

/**
 * Asks a second person. Whoever asks for what waits already gets the request that waits.
 *
 * @param content of the call, for its idempotency key.
 * @param prepare checks what is asked for as if it were done now.
 * @param commandId where one call asks for several things.
 */
export const requestApproval = async (
  request: Received,
  content: unknown,
  prepare: () => Promise<Asked>,
  commandId?: string,
): Promise<ResponseBody> => {
  const { services, actor } = request;
  const prepared = async () => {
    const { change, plan = { changes: [], more: 0 }, hash = '' } = await prepare();
    const guards = await readGuards(services, [guardOfWaiting(change)], ['approvals']);
    const waiting = await findWaiting(services, { change, hash });
    if (waiting) throw new WaitsAlreadyError({ ...responseTo(waiting.id, waiting.change), position: waiting.position });
    const approvalId = await newId(services.pool, 'approval');
    const expiresAt = new Date(services.now().getTime() + daysOf(change) * day).toISOString();
    return {
      ...{ decider: approvalDecider, id: approvalId, isNew: true, guards, asksFirst: true as const },
      answers: change.kind === 'deployment' ? change.answers : undefined,
      command: {
        type: 'RequestApproval' as const,
        data: { approvalId, requestedBy: actor.userId, expiresAt, hash, plan, change },
      },
      response: responseTo(approvalId, change),
    };
  };
  return await runCommand(request, content, prepared, commandId).catch((error: unknown) => {
    if (error instanceof WaitsAlreadyError) return error.response;
    throw error;
  });
};
