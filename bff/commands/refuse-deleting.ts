import type { ApiRow } from '#domain/api/schema.ts';
import { RefusedError, refuse } from '#domain/core/problem.ts';

/** From the request on an API can only go, and what is its with it. @throws RefusedError `api.deleting` (409). */
export const refuseDeleting = (state: ApiRow['state']): void => {
  if (state === 'deleting') throw new RefusedError(refuse('conflict', { code: 'api.deleting' }));
};
