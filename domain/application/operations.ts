import { about, type OperationsOf, type SubjectNamesOf } from '../core/operation-kind.ts';
import type { ApplicationEvent } from './application.ts';

export const applicationOperations = {
  'delete-application': {
    requestedBy: 'ApplicationDeletionRequested',
    about: ({ applicationId }) => about('application', applicationId),
    removal: true,
  },
} as const satisfies OperationsOf<ApplicationEvent>;

export const applicationNames = {
  ApplicationRegistered: ({ applicationId, name, organizationId }) => ({
    id: applicationId,
    name,
    organizationId,
    applicationId,
  }),
  ApplicationDetailsChanged: ({ applicationId: id, to: { name } }) => ({ id, name }),
  ApplicationMoved: ({ applicationId: id, to: organizationId }) => ({ id, organizationId }),
} as const satisfies SubjectNamesOf<ApplicationEvent>;
