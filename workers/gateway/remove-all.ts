import type { FoundEntity } from '#gateway/admin-api/entity.ts';
import type { GatewaySession } from '#gateway/admin-api/session.ts';
import type { Run } from '../engine/run.ts';
import { reconcileEntities } from './reconcile-entities.ts';

/** Checks that the changes are still wanted. @throws SupersededError */
export type Assert = () => Promise<void>;

/** Removes all that is left of a thing. @param deploymentId whose canary shows what is in force. */
export const removeAll = (
  run: Run,
  session: GatewaySession,
  deploymentId: number,
  actual: () => Promise<FoundEntity[]>,
  assertStillWanted: Assert,
) => reconcileEntities({ run, session, deploymentId, desired: [], actual, assertStillWanted });
