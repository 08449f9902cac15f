import type { RouteExamples } from '#test/examples/route-examples.ts';

export const examples: RouteExamples = {
  who: `
                                  portal gateway admin user auditor support owner owningAdmin
    GET /api/log-verification  own 200    403     403   403  200/403 403     403   403
    POST /api/log-verification own 200    403     403   403  200/403 403     403   403
  `,
  own: ['GET /api/log-verification', 'POST /api/log-verification'],
  calls: (world) => ({
    'POST /api/log-verification': async () => {
      // One runs at a time, and no projector of this world takes it.
      await world.pool.query('update log_verification_requests set ended_at = now() where ended_at is null');
      return { target: '/api/log-verification' };
    },
  }),
};
