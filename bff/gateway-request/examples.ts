import type { RouteExamples } from '#test/examples/route-examples.ts';

export const examples: RouteExamples = {
  who: `
                                        portal gateway admin user auditor support owner owningAdmin
    GET /api/kong/requests          own 200    200     200   200  200     200     200   200
    GET /api/kong/requests/count    own 200    200     200   200  200     200     200   200
    GET /api/kong/requests/download own 200    200     200   200  200     200     200   200
    GET /api/all-response-codes     own 200    200     200   200  200     200     200   200
  `,
  probes: {
    'the requests of another organization': {
      of: ({ acme }) => acme.organizationId,
      ask: (_world, id) => ({ method: 'GET', target: `/api/kong/requests?orgId=${id}` }),
    },
  },
};
