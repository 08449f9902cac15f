import type { RouteExamples } from '#test/examples/route-examples.ts';

export const examples: RouteExamples = {
  who: `
                                portal gateway admin user auditor support owner owningAdmin
    GET /api/parked-streams own 200    403     403   403  403     403     403   403
  `,
  own: ['GET /api/parked-streams'],
};
