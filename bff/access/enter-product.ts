import type { AccessPair } from '#domain/access/access.ts';
import { enterApi } from '../api/shared/enter-api.ts';
import { enterEventCategory } from '../event-category/shared/enter-event-category.ts';
import type { Services } from '../http/services.ts';

/**
 * Checks, in the log itself, that access to an API or event category may still come.
 *
 * @returns the guard to append the event with
 * @throws RefusedError when it is gone or going
 */
export const enterProduct = (services: Services, pair: AccessPair) =>
  'apiId' in pair ? enterApi(services, pair.apiId) : enterEventCategory(services, pair.eventCategoryId);
