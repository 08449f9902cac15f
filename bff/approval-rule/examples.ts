import type { RouteExamples } from '#test/examples/route-examples.ts';

export const examples: RouteExamples = {
  who: `
                                    portal gateway admin user auditor support owner owningAdmin
    GET /api/approval-rules         own 200 200 200 200 200 200 200 200
    POST /api/approval-rules        own 200 403 403 403 403 403 403 403
    POST /api/approval-rules/people own 200 403 403 403 403 403 403 403
  `,
  own: ['GET /api/approval-rules', 'POST /api/approval-rules', 'POST /api/approval-rules/people'],
  calls: () => ({
    // No other call of these tests deploys to UAT.
    'POST /api/approval-rules': () => ({
      target: '/api/approval-rules',
      json: { environment: 'UAT', twoPeople: true },
    }),
    // What is asked for then is answered like what is done.
    'POST /api/approval-rules/people': () => ({ target: '/api/approval-rules/people', json: { twoPeople: true } }),
  }),
};
