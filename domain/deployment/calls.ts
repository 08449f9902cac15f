import * as z from 'zod/mini';
import { call } from '../core/call.ts';
import { idParameter, idSchema } from '../core/id.ts';
import { losingKeys } from '../core/losing-keys.ts';
import { requested } from '../core/requested.ts';
import { callPaths } from './call-paths.ts';
import { gatewayConfig } from './gateway-config.ts';
import { moveBody, movePlanned, moveView, planMoveEndBody } from './move.ts';
import { deploymentRow } from './row.ts';
import { deployBody, deploymentForm, deploymentPreview, deploymentProposal } from './schema.ts';

/**
 * `approvalId`: nothing is changed before a second person has approved it. The operation begins then, under the id that is in the
 * response.
 */
const deploymentRequested = z.extend(requested, { approvalId: z.optional(idSchema) });

export const getCallPaths = call({
  method: 'get',
  path: '/api/swagger/{id}/calls',
  parameters: { id: idParameter },
  response: callPaths,
});

export const listDeploymentsOfApi = call({
  method: 'get',
  path: '/api/api-info/{id}',
  parameters: { id: idParameter },
  response: z.array(deploymentRow),
});

export const deploy = call({
  method: 'post',
  path: '/api/swagger/deploy',
  body: deployBody,
  response: deploymentRequested,
});

export const removeDeployment = call({
  method: 'delete',
  path: '/api/swaggers/deployment/{id}',
  parameters: { id: idParameter },
  response: requested,
});

/** Makes a deployment at another gateway that takes this one's place, with its keys. `entityId` is the new one's. */
export const moveDeployment = call({
  method: 'post',
  path: '/api/swaggers/deployment/{id}/move',
  parameters: { id: idParameter },
  body: moveBody,
  response: deploymentRequested,
});

export const getMove = call({
  method: 'get',
  path: '/api/swaggers/deployment/{id}/move',
  parameters: { id: idParameter },
  response: moveView,
});

/** Says when the deployment that moves ends by itself. */
export const planMoveEnd = call({
  method: 'put',
  path: '/api/swaggers/deployment/{id}/move',
  parameters: { id: idParameter },
  body: planMoveEndBody,
  response: movePlanned,
});

export const getLosingKeysOfDeployment = call({
  method: 'get',
  path: '/api/swaggers/deployment/{id}/losing-keys',
  parameters: { id: idParameter },
  response: losingKeys,
});

export const proposeDeployment = call({
  method: 'get',
  path: '/api/swagger/{id}/deploy/proposal',
  parameters: { id: idParameter },
  response: deploymentProposal,
});

export const previewDeployment = call({
  method: 'post',
  path: '/api/swagger/deploy/preview',
  body: deployBody,
  response: deploymentPreview,
});

export const getGatewayConfig = call({
  method: 'get',
  path: '/api/swaggers/deployment/{id}/kong-config',
  parameters: { id: idParameter },
  response: gatewayConfig,
});

export const getDeployment = call({
  method: 'get',
  path: '/api/swaggers/deployment/{id}',
  parameters: { id: idParameter },
  response: deploymentForm,
});
