import type { RouteExamples } from '#test/examples/route-examples.ts';

export const examples: RouteExamples = {
  who: `
                                        portal gateway admin user auditor support owner owningAdmin
    GET /api/kong/requests          own 200    200     200   200  200     200     200   200
    GET /api/kong/requests/count    own 200    200     200   200  200     200     200   200
    GET /api/kong/requests/download own 200    200     200   200  200     200     200   200
    GET /api/kong/requests/series   own 200    200     200   200  200     200     200   200
    GET /api/kong/requests/top      own 200    200     200   200  200     200     200   200
    GET /api/all-response-codes     own 200    200     200   200  200     200     200   200
  `,
  own: ['GET /api/kong/requests/series', 'GET /api/kong/requests/top'],
  calls: () => ({ 'GET /api/kong/requests/top': () => ({ target: '/api/kong/requests/top?by=apis' }) }),
  probes: {
    'the requests of another organization': {
      of: ({ acme }) => acme.organizationId,
      ask: (_world, id) => ({ method: 'GET', target: `/api/kong/requests?orgId=${id}` }),
    },
    'the calls of another organization’s key': {
      of: ({ acme }) => acme.consumer.consumerId,
      ask: (_world, id) => ({ method: 'GET', target: `/api/kong/requests?consumerId=${id}` }),
    },
    'the chart of another organization': {
      of: ({ acme }) => acme.organizationId,
      ask: (_world, id) => ({ method: 'GET', target: `/api/kong/requests/series?range=90d&orgId=${id}` }),
    },
    'the ranking of another organization': {
      of: ({ acme }) => acme.organizationId,
      ask: (_world, id) => ({ method: 'GET', target: `/api/kong/requests/top?by=consumers&orgId=${id}` }),
    },
  },
};
