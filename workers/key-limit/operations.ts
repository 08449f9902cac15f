import { readKeyLimitId } from '#domain/key-limit/key-limit-id.ts';
import type { keyLimitOperations } from '#domain/key-limit/operations.ts';
import type { WorkOf } from '../engine/handler.ts';
import { requestKeys } from '../suspension/request-keys.ts';
import { limitKeys } from './limit-keys.ts';

export const keyLimitWork = {
  'limit-keys': {
    handler: limitKeys,
    afterLateWrite: (services, { id }, cause) => requestKeys(services, readKeyLimitId(id), cause),
  },
} satisfies WorkOf<keyof typeof keyLimitOperations>;
