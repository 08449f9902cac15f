import { apiDecider } from '#domain/api/decider.ts';
import { RefusedError, refuse } from '#domain/core/problem.ts';
import type { UsedGuard } from '#eventstore/event-store.ts';
import { enter } from '#eventstore/guards.ts';
import type { Services } from '../../http/services.ts';
import { refuseDeleting } from './row.ts';

/**
 * Checks, in the log itself, that something may still come to an API: a deployment, a request for access, a grant.
 *
 * @returns the guard to append the event with that brings it.
 * @throws RefusedError `api.deleting` (409) after the API's deletion was requested.
 */
export const enterApi = async (open: Pick<Services, 'store'>, apiId: number): Promise<readonly UsedGuard[]> => {
  const { state, guards } = await enter(open, apiDecider, apiId);
  if (state.status === 'deleted') throw new RefusedError(refuse('not-found', { code: 'deployment.api-gone' }));
  if (state.status === 'deleting') refuseDeleting('deleting');
  return guards;
};
