import type { RouteExamples } from '#test/examples/route-examples.ts';

export const examples: RouteExamples = {
  who: `
                                portal gateway admin user auditor support owner owningAdmin
    GET /api/inbox          own 200    200     200   200  200     200     200   200
    GET /api/inbox/download own 200    200     200   200  200     200     200   200
    GET /api/inbox/count    own 200    200     200   200  200     200     200   200
  `,
  own: ['GET /api/inbox', 'GET /api/inbox/download', 'GET /api/inbox/count'],
};
