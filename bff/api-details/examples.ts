import type { RouteExamples } from '#test/examples/route-examples.ts';

export const examples: RouteExamples = {
  who: `
                                      portal gateway admin user auditor support owner owningAdmin
    GET /api/api-detail/{id}    own   200    200     200   200  200     200     200   200
    GET /api/api-detail/{id}    other 200    200     200   200  200     200     200   200
    GET /api/api-info/{id}      own   200    200     200   200  200     200     200   200
    GET /api/api-info/{id}      other 200    200     200   200  200     200     200   200
    GET /api/swagger/{id}/calls other 200    200     200   200  200     200     200   200
  `,
  own: ['GET /api/swagger/{id}/calls'],
  calls: () => ({
    'GET /api/api-detail/{id}': ({ api }) => ({ target: `/api/api-detail/${api.apiId}` }),
    'GET /api/api-info/{id}': ({ api }) => ({ target: `/api/api-info/${api.apiId}` }),
    'GET /api/swagger/{id}/calls': ({ api }) => ({ target: `/api/swagger/${api.apiId}/calls` }),
  }),
};
