import type { apiOperations } from '#domain/api/operations.ts';
import type { WorkOf } from '../engine/handler.ts';
import { deleteApi } from './delete-api.ts';

export const apiWork = {
  'delete-api': { handler: deleteApi, leftover: 'exists (select from apis where deletion = operations.id)' },
} satisfies WorkOf<keyof typeof apiOperations>;
