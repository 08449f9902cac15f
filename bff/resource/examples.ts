import type { RouteExamples } from '#test/examples/route-examples.ts';

export const examples: RouteExamples = {
  who: `
                                  portal gateway admin user auditor support owner owningAdmin
    GET /api/all-environments own 200    200     200   200  200     200     200   200
    GET /api/resources        own 200    200     200   200  200     200     200   200
  `,
  canaries: () => ['Acme gateway', 'gateway.example:8001'],
};
