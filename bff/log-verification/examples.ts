import type { RouteExamples } from '#test/examples/route-examples.ts';

export const examples: RouteExamples = {
  who: `
                                 portal gateway admin user auditor support owner owningAdmin
    GET /api/log-verification own 200    403     403   403  200/403 403     403   403
  `,
  own: ['GET /api/log-verification'],
};
