import { suspensionDecider } from '#domain/suspension/decider.ts';
import type { suspensionOperations } from '#domain/suspension/operations.ts';
import { loadState } from '#eventstore/load.ts';
import type { AfterLateWrite, WorkOf } from '../engine/handler.ts';
import { requestKeys } from './request-keys.ts';
import { restoreKeys } from './restore-keys.ts';
import { suspendKeys } from './suspend-keys.ts';

const afterLateWrite: AfterLateWrite = async (services, { id }, cause) => {
  const suspension = await loadState(services.store, suspensionDecider, id);
  if (suspension.status !== 'none') await requestKeys(services, suspension.request, cause);
};

export const suspensionWork = {
  'suspend-keys': { handler: suspendKeys, afterLateWrite },
  'restore-keys': { handler: restoreKeys, afterLateWrite },
} satisfies WorkOf<keyof typeof suspensionOperations>;
