import type { takeOverOperations } from '#domain/take-over/operations.ts';
import { nothing, type WorkOf } from '../engine/handler.ts';
import { takeOver } from './take-over.ts';

export const takeOverWork = {
  // A late write closes or opens what the next attempt looks at again.
  'take-over': { handler: takeOver, afterLateWrite: nothing },
} satisfies WorkOf<keyof typeof takeOverOperations>;
