import { noOperation, type RouteExamples } from '#test/examples/route-examples.ts';

const cause = 'failed~permanent~gateway.refused~gateway-7';

export const examples: RouteExamples = {
  who: `
                                portal gateway admin user auditor support owner owningAdmin
    GET /api/desk-people        own 200    403     403   403  403     200     403   403
    POST /api/desk/hand-overs   own 200    403     403   403  403     200     403   403
    POST /api/desk/take-backs   own 200    403     403   403  403     200     403   403
    POST /api/desk/mutes        own 200    403     403   403  403     200     403   403
    POST /api/desk/unmutes      own 200    403     403   403  403     200     403   403
  `,
  own: [
    'GET /api/desk-people',
    'POST /api/desk/hand-overs',
    'POST /api/desk/take-backs',
    'POST /api/desk/mutes',
    'POST /api/desk/unmutes',
  ],
  calls: () => ({
    'GET /api/desk-people': () => ({ target: '/api/desk-people' }),
    'POST /api/desk/hand-overs': () => ({
      target: '/api/desk/hand-overs',
      json: { operationIds: [noOperation], to: 1, note: 'yours' },
    }),
    'POST /api/desk/take-backs': () => ({ target: '/api/desk/take-backs', json: { causes: [cause] } }),
    'POST /api/desk/mutes': () => ({
      target: '/api/desk/mutes',
      json: { causes: [cause], days: 3, reason: 'planned' },
    }),
    'POST /api/desk/unmutes': () => ({ target: '/api/desk/unmutes', json: { causes: [cause] } }),
  }),
};
