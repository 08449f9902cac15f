import * as z from 'zod/mini';
import { call } from '../core/call.ts';
import { undoPreview } from './schema.ts';

/** What undoing an entry of a history would do now. It only reads. */
export const previewUndo = call({
  method: 'get',
  path: '/api/undo/{id}',
  parameters: { id: z.uuid() },
  response: undoPreview,
});
