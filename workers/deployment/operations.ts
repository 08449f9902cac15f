import type { deploymentOperations } from '#domain/deployment/operations.ts';
import type { AfterLateWrite, WorkOf } from '../engine/handler.ts';
import { deploymentAtGateway } from './at-gateway.ts';
import { deploy } from './deploy.ts';
import { undeploy } from './undeploy.ts';

const afterLateWrite: AfterLateWrite = (services, { id }, cause) =>
  deploymentAtGateway.request(services, id, 'late-write', cause);

export const deploymentWork = {
  deploy: { handler: deploy, afterLateWrite },
  undeploy: {
    handler: undeploy,
    afterLateWrite,
    leftover: `exists (select from deployments where operation_id = operations.id and state = 'undeploying')`,
  },
} satisfies WorkOf<keyof typeof deploymentOperations>;
