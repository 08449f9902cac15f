import type { gatewayObjectOperations } from '#domain/gateway-object/operations.ts';
import { nothing, type WorkOf } from '../engine/handler.ts';
import { changeObject } from './change-object.ts';

/** A late write is seen by the next look. Nobody but the person who asked changes such an object (docs/decisions/0111). */
const work = { handler: changeObject, afterLateWrite: nothing };

export const gatewayObjectWork = {
  'save-object': work,
  'delete-object': work,
} satisfies WorkOf<keyof typeof gatewayObjectOperations>;
