import type { RouteExamples } from '#test/route-examples.ts';

export const examples: RouteExamples = {
  who: `
                                   portal gateway admin user auditor support owner owningAdmin
    GET /api/all-organizations own 200    200     200   200  200     200     200   200
  `,
  canaries: () => ['contact of Acme'],
};
