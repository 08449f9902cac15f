import type { RouteExamples } from '#test/examples/route-examples.ts';

export const examples: RouteExamples = {
  who: `
                                portal gateway admin user auditor support owner owningAdmin
    GET /api/notices        own 200    200     200   200  200     200     200   200
    GET /api/notices/unread own 200    200     200   200  200     200     200   200
    POST /api/notices/read  own 200    200     200   200  200     200     200   200
  `,
  own: ['GET /api/notices', 'GET /api/notices/unread', 'POST /api/notices/read'],
  calls: () => ({ 'POST /api/notices/read': () => ({ target: '/api/notices/read', json: {} }) }),
};
