import type { driftOperations } from '#domain/drift/operations.ts';
import { deploymentAtGateway } from '../deployment/at-gateway.ts';
import type { WorkOf } from '../engine/handler.ts';
import { putBack } from './put-back.ts';

export const driftWork = {
  'put-back': {
    handler: putBack,
    afterLateWrite: (services, { id }, cause) => deploymentAtGateway.request(services, id, 'late-write', cause),
  },
} satisfies WorkOf<keyof typeof driftOperations>;
