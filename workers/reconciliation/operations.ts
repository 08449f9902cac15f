import type { reconciliationOperations } from '#domain/reconciliation/operations.ts';
import type { WorkOf } from '../engine/handler.ts';
import { atGateway } from './nouns-at-gateway.ts';
import { reconcile } from './reconcile.ts';

export const reconciliationWork = {
  reconcile: {
    handler: reconcile,
    leftover: 'true',
    afterLateWrite: (services, { noun, id }, cause) => atGateway(noun).request(services, id, 'late-write', cause),
  },
} satisfies WorkOf<keyof typeof reconciliationOperations>;
