import type { RouteExamples } from '#test/examples/route-examples.ts';

export const examples: RouteExamples = {
  who: `
                               portal gateway admin user auditor support owner owningAdmin
    GET /api/as-of             own 200    403     200   403  200     403     403   200
    GET /api/as-of/download    own 200    403     200   403  200     403     403   200
    GET /api/as-of/subjects    own 200    403     200   403  200     403     403   200
  `,
  own: ['GET /api/as-of', 'GET /api/as-of/download', 'GET /api/as-of/subjects'],
  calls: () => ({
    'GET /api/as-of': () => ({ target: '/api/as-of?of=api&id=1' }),
    'GET /api/as-of/download': () => ({ target: '/api/as-of/download?of=api&id=1' }),
  }),
};
