import type { RouteExamples } from '#test/examples/route-examples.ts';

export const examples: RouteExamples = {
  who: `
                                             portal gateway admin user auditor support owner owningAdmin
    GET /api/kong/consumer-list          own 200    200     200   200  200     200     200   200
    GET /api/kong/consumer-list/download own 200    200     200   200  200     200     200   200
  `,
  own: ['GET /api/kong/consumer-list/download'],
  probes: {
    'the keys of another organization in the report': {
      of: ({ acme }) => acme.organizationId,
      ask: (_world, id) => ({ method: 'GET', target: `/api/kong/consumer-list?orgId=${id}` }),
    },
  },
};
