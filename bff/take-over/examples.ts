import type { RouteExamples } from '#test/examples/route-examples.ts';

/** No gateway has it. */
const nowhere = '0b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8';
const target = `/api/kong/service/${nowhere}/take-over`;

export const examples: RouteExamples = {
  who: `
    portal gateway admin user auditor support owner owningAdmin
    GET /api/kong/service/{id}/take-over own 404 404 404 404 404 404 404 404
    POST /api/kong/service/{id}/take-over own 403 404 403 403 403 403 403 403
  `,
  own: ['GET /api/kong/service/{id}/take-over', 'POST /api/kong/service/{id}/take-over'],
  calls: ({ acme }) => ({
    'GET /api/kong/service/{id}/take-over': () => ({ target }),
    'POST /api/kong/service/{id}/take-over': () => ({
      target,
      json: { seen: 'as-it-was', apiId: acme.apiId, environment: 'DEV', organizationId: 1 },
    }),
  }),
  probes: {
    'a service to put under the portal': {
      of: () => nowhere,
      ask: (_world, id) => ({ method: 'GET', target: `/api/kong/service/${id}/take-over` }),
    },
  },
};
