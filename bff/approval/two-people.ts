import { approvalDecider } from '#domain/approval/decider.ts';
import type { ApprovalDetail } from '#domain/approval/schema.ts';
import { type TwoPeople, tooClose } from '#domain/approval/too-close.ts';
import { notFound, RefusedError } from '#domain/core/problem.ts';
import { loadState } from '#eventstore/load.ts';
import { findPersonById } from '#projections/person.ts';
import type { Services } from '../http/services.ts';
import { readOrigin } from '../organization/shared/read-origin.ts';

const findRequest = async ({ store }: Pick<Services, 'store'>, id: number) => {
  const approval = await loadState(store, approvalDecider, id);
  if (approval.status === 'none') throw new RefusedError(notFound());
  return approval;
};

/** Returns where both people come from when somebody approves now. */
export const readTwoPeople = async (services: Services, id: number, approvedBy: number): Promise<TwoPeople> => {
  const { requestedBy } = await findRequest(services, id);
  const [approver, requester] = await Promise.all([
    readOrigin(services, approvedBy),
    readOrigin(services, requestedBy),
  ]);
  return { approvedBy, approver, requester, now: services.now().toISOString() };
};

/** Returns where a person comes from who may approve, and why they may not approve this. */
export const reviewApprover = async (
  services: Services,
  id: number,
  approvedBy: number,
): Promise<NonNullable<ApprovalDetail['approver']>> => {
  const approval = await findRequest(services, id);
  const people = await readTwoPeople(services, id, approvedBy);
  const { role } = people.approver;
  const giver = role ? await findPersonById(services.pool, role.by) : undefined;
  return {
    since: role?.at ?? null,
    from: giver && role ? { id: role.by, name: giver.name } : null,
    tooClose: tooClose(approval, people) ?? null,
  };
};
