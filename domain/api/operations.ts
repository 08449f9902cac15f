import { about, type OperationsOf, type SubjectNamesOf } from '../core/operation-kind.ts';
import type { ApiEvent } from './api.ts';

export const apiOperations = {
  'delete-api': { requestedBy: 'ApiDeletionRequested', about: ({ apiId }) => about('api', apiId), removal: true },
} as const satisfies OperationsOf<ApiEvent>;

export const apiNames = {
  ApiPublished: ({ apiId: id, details: { name }, organizationId, applicationId }) => ({
    id,
    name,
    organizationId,
    applicationId,
  }),
  ApiDetailsChanged: ({ apiId: id, to: { name } }) => ({ id, name }),
  ApiAssigned: ({ apiId: id, applicationId }) => ({ id, applicationId }),
} as const satisfies SubjectNamesOf<ApiEvent>;
