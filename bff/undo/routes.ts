import { previewUndo } from '#domain/undo/calls.ts';
import { route } from '../http/route.ts';
import { readPreview } from './preview.ts';

/** Undoing itself is the ordinary call of the opposite command (docs/decisions/0148-undo.md). */
export const undoRoutes = [
  route(previewUndo, {
    action: 'history.list',
    summary: 'What undoing an entry of a history would do now, or why it can’t be undone',
    handle: async (request) => await readPreview(request, request.parameters.id),
  }),
];
