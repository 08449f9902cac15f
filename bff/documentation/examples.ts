import type { RouteExamples } from '#test/examples/route-examples.ts';

export const examples: RouteExamples = {
  who: `
                                 portal gateway admin user auditor support owner owningAdmin
    GET /api/docbook/{id}  other 200    200     200   200  200     200     200   200
    GET /api/redoc/{id}    other 200    200     200   200  200     200     200   200
    GET /api/redoc-preview own   200    200     200   200  200     200     200   200
  `,
  own: ['GET /api/redoc-preview'],
  calls: () => ({
    'GET /api/docbook/{id}': ({ api }) => ({ target: `/api/docbook/${api.apiId}` }),
    'GET /api/redoc/{id}': ({ api }) => ({ target: `/api/redoc/${api.apiId}` }),
  }),
};
