import type { RouteExamples } from '#test/examples/route-examples.ts';

/** No gateway has it. */
const nowhere = '0b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8';
const target = `/api/kong/service/${nowhere}/take-over`;

export const examples: RouteExamples = {
  who: `
    portal gateway admin user auditor support owner owningAdmin
    GET /api/kong/service/{id}/take-over own 404 404 404 404 404 404 404 404
    POST /api/kong/service/{id}/take-over own 403 404 403 403 403 403 403 403
    GET /api/kong/take-overs own 403 200 403 403 403 403 403 403
    GET /api/kong/take-overs/download own 403 200 403 403 403 403 403 403
    POST /api/kong/take-overs own 403 200 403 403 403 403 403 403
    POST /api/kong/take-overs/skip own 403 200 403 403 403 403 403 403
    POST /api/kong/take-overs/reopen own 403 404 403 403 403 403 403 403
    POST /api/kong/take-overs/stop own 403 200 403 403 403 403 403 403
  `,
  own: [
    'GET /api/kong/service/{id}/take-over',
    'POST /api/kong/service/{id}/take-over',
    'GET /api/kong/take-overs',
    'GET /api/kong/take-overs/download',
    'POST /api/kong/take-overs',
    'POST /api/kong/take-overs/skip',
    'POST /api/kong/take-overs/reopen',
    'POST /api/kong/take-overs/stop',
  ],
  calls: ({ acme }) => ({
    'GET /api/kong/service/{id}/take-over': () => ({ target }),
    'POST /api/kong/service/{id}/take-over': () => ({
      target,
      json: { seen: 'as-it-was', apiId: acme.apiId, environment: 'DEV', organizationId: 1 },
    }),
    // Each names the service that there is none as refused.
    'POST /api/kong/take-overs': () => ({
      target: '/api/kong/take-overs',
      json: {
        gatewayId: acme.gatewayId,
        services: [
          {
            id: nowhere,
            seen: 'as-it-was',
            apiId: acme.apiId,
            environment: 'DEV',
            organizationId: acme.organizationId,
          },
        ],
      },
    }),
    'POST /api/kong/take-overs/skip': () => ({
      target: '/api/kong/take-overs/skip',
      json: { gatewayId: acme.gatewayId, serviceIds: [nowhere], reason: 'ends in March' },
    }),
    'POST /api/kong/take-overs/reopen': () => ({
      target: '/api/kong/take-overs/reopen',
      json: { gatewayId: acme.gatewayId, serviceIds: [nowhere] },
    }),
    'POST /api/kong/take-overs/stop': () => ({
      target: '/api/kong/take-overs/stop',
      json: { gatewayId: acme.gatewayId },
    }),
  }),
  probes: {
    'a gateway whose services are decided about': {
      of: ({ acme }) => acme.gatewayId,
      ask: (_world, id) => ({ method: 'GET', target: `/api/kong/take-overs?gatewayId=${id}` }),
    },
    'a service to put under the portal': {
      of: () => nowhere,
      ask: (_world, id) => ({ method: 'GET', target: `/api/kong/service/${id}/take-over` }),
    },
  },
};
