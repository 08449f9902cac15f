import type { RouteExamples } from '#test/examples/route-examples.ts';

export const examples: RouteExamples = {
  who: `
                             portal gateway admin user auditor support owner owningAdmin
    GET /api/my-requests own 200    200     200   200  200     200     200   200
  `,
  own: ['GET /api/my-requests'],
};
