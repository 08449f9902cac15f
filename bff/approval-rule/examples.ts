import type { RouteExamples } from '#test/examples/route-examples.ts';

export const examples: RouteExamples = {
  who: `
                               portal gateway admin user auditor support owner owningAdmin
    GET /api/approval-rules    own 200 200 200 200 200 200 200 200
    POST /api/approval-rules   own 200 403 403 403 403 403 403 403
  `,
  own: ['GET /api/approval-rules', 'POST /api/approval-rules'],
  calls: () => ({
    // No other call of these tests deploys to UAT.
    'POST /api/approval-rules': () => ({
      target: '/api/approval-rules',
      json: { environment: 'UAT', twoPeople: true },
    }),
  }),
};
