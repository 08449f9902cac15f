import type { applicationOperations } from '#domain/application/operations.ts';
import type { WorkOf } from '../engine/handler.ts';
import { deleteApplication } from './delete-application.ts';

export const applicationWork = {
  'delete-application': { handler: deleteApplication },
} satisfies WorkOf<keyof typeof applicationOperations>;
