import { streamOf } from '#domain/core/id.ts';
import { approvalSteps, isBegun } from '#domain/registration/approval-steps.ts';
import type { RegistrationEvent } from '#domain/registration/registration.ts';
import { takeFollowing } from '#eventstore/take-following.ts';
import type { WorkerServices } from '../engine/worker-services.ts';

/** Finishes an approval that has begun. A step that another process makes meanwhile happens once. */
export const finishApproval = async ({ store }: Pick<WorkerServices, 'store'>, id: number): Promise<void> => {
  const begun = (await store.read<RegistrationEvent>(streamOf('registration', id))).find(isBegun);
  if (begun) await takeFollowing(store, begun, approvalSteps(begun), new Date());
};

/**
 * Finishes the approvals that a killed process left without a user.
 *
 * @param before skips newer decisions, because the process that took one is finishing it.
 * @returns how many there were.
 */
export const finishApprovals = async (
  { store, pool }: Pick<WorkerServices, 'store' | 'pool'>,
  before: Date,
): Promise<number> => {
  const { rows } = await pool.query<{ id: number }>(
    'select id from registrations where not finished and decided_at < $1 order by id limit 1000',
    [before],
  );
  for (const { id } of rows) await finishApproval({ store }, id);
  return rows.length;
};
