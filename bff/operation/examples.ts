import type { RouteExamples } from '#test/examples/route-examples.ts';
import { newDeployment, noId, noOperation } from '#test/examples/route-examples.ts';

export const examples: RouteExamples = {
  who: `
                                           portal gateway admin user auditor support owner owningAdmin
    GET /api/operations              own   200    403     403   403  403     200     403   403
    GET /api/operations/{id}         own   200    200     200   200  200     200     200   200
    GET /api/operations/{id}         other 200    200     404   404  404     200     404   404
    GET /api/desk                    own   200    403     403   403  403     200     403   403
    GET /api/desk/{cause}            own   200    403     403   403  403     200     403   403
    GET /api/operations/{id}/timeline own   200    403     403   403  403     200     403   403
    GET /api/operations/{id}/timeline other 200    403     403   403  403     200     403   403
    GET /api/operations/{id}/replay-preview own   200    403     403   403  403     200     403   403
    GET /api/operations/{id}/replay-preview other 200    403     403   403  403     200     403   403
    POST /api/desk/replays           own   200    403     403   403  403     200     403   403
    POST /api/desk/cancellations     own   200    403     403   403  403     200     403   403
    POST /api/operations/{id}/cancel own   200    403     403   403  403     200     403   403
    POST /api/operations/{id}/cancel other 200    403     403   403  403     200     403   403
    POST /api/operations/{id}/replay own   200    403     403   403  403     200     403   403
    POST /api/operations/{id}/replay other 200    403     403   403  403     200     403   403
  `,
  own: [
    'GET /api/operations',
    'GET /api/operations/{id}',
    'GET /api/desk',
    'GET /api/desk/{cause}',
    'GET /api/operations/{id}/timeline',
    'GET /api/operations/{id}/replay-preview',
    'POST /api/desk/replays',
    'POST /api/desk/cancellations',
    'POST /api/operations/{id}/cancel',
    'POST /api/operations/{id}/replay',
  ],
  calls: (world) => ({
    'GET /api/operations/{id}': ({ api }) => ({ target: `/api/operations/${api.deployed.operationId}` }),
    'GET /api/desk/{cause}': () => ({ target: '/api/desk/failed~permanent~gateway.refused~gateway-1' }),
    'GET /api/operations/{id}/timeline': ({ api }) => ({
      target: `/api/operations/${api.deployed.operationId}/timeline`,
    }),
    'GET /api/operations/{id}/replay-preview': ({ api }) => ({
      target: `/api/operations/${api.failed.operationId}/replay-preview`,
    }),
    'POST /api/desk/replays': () => ({
      target: '/api/desk/replays',
      json: { operationIds: [noOperation], reason: 'the gateway is back' },
    }),
    'POST /api/desk/cancellations': async ({ api }, allowed) => {
      const { operationId } = allowed ? await newDeployment(world, api, 'failed') : api.failed;
      return {
        target: '/api/desk/cancellations',
        json: { operationIds: [operationId], reason: 'nobody wants it any more' },
      };
    },
    'POST /api/operations/{id}/cancel': async ({ api }, allowed) => {
      const { operationId } = allowed ? await newDeployment(world, api, 'failed') : api.failed;
      return { target: `/api/operations/${operationId}/cancel`, json: { reason: 'nobody wants it any more' } };
    },
    'POST /api/operations/{id}/replay': async ({ api }, allowed) => {
      const { operationId } = allowed ? await newDeployment(world, api, 'failed') : api.failed;
      return { target: `/api/operations/${operationId}/replay`, json: { reason: 'the gateway is back' } };
    },
  }),
  probes: {
    'an operation': {
      of: ({ acme }) => acme.deployed.operationId,
      ask: (_world, id) => ({ method: 'GET', target: `/api/operations/${id === noId ? noOperation : id}` }),
    },
    'an operation to replay': {
      of: ({ acme }) => acme.failed.operationId,
      ask: (_world, id) => ({
        method: 'POST',
        target: `/api/operations/${id === noId ? noOperation : id}/replay`,
        json: { reason: 'curious' },
      }),
    },
    'an operation to cancel': {
      of: ({ acme }) => acme.failed.operationId,
      ask: (_world, id) => ({
        method: 'POST',
        target: `/api/operations/${id === noId ? noOperation : id}/cancel`,
        json: { reason: 'curious' },
      }),
    },
  },
};
