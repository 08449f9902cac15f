import type { RouteExamples } from '#test/examples/route-examples.ts';

export const examples: RouteExamples = {
  who: `
                                             portal gateway admin user auditor support owner owningAdmin
    GET /api/api-history/{id}          own   200    200     200   200  200     200     200   200
    GET /api/api-history/{id}          other 200    200     200   200  200     200     200   200
    GET /api/api-history/{id}/download other 200    200     200   200  200     200     200   200
  `,
  own: ['GET /api/api-history/{id}', 'GET /api/api-history/{id}/download'],
  calls: () => ({
    'GET /api/api-history/{id}': ({ api }) => ({ target: `/api/api-history/${api.apiId}` }),
    'GET /api/api-history/{id}/download': ({ api }) => ({ target: `/api/api-history/${api.apiId}/download` }),
  }),
};
