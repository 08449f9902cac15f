import type { RouteExamples } from '#test/examples/route-examples.ts';

export const examples: RouteExamples = {
  who: `
                                          portal gateway admin user auditor support owner owningAdmin
    GET /api/all-deployments          own 200    200     403   403  403     403     403   403
    GET /api/all-deployments/download own 200    200     403   403  403     403     403   403
    GET /api/all-consumers            own 200    200     403   403  403     403     403   403
    GET /api/all-consumers/download   own 200    200     403   403  403     403     403   403
  `,
  own: [
    'GET /api/all-deployments',
    'GET /api/all-deployments/download',
    'GET /api/all-consumers',
    'GET /api/all-consumers/download',
  ],
};
