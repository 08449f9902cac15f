import { newName, type RouteExamples } from '#test/examples/route-examples.ts';

/** Nobody has so many. */
const nothing = 2_000_000_000;

export const examples: RouteExamples = {
  who: `
                                       portal gateway admin user auditor support owner owningAdmin
    GET /api/audit/filters         own 200    403     200   403  200     403     403   200
    POST /api/audit/filters        own 200    403     200   403  200     403     403   200
    DELETE /api/audit/filters/{id} own 404    403     404   403  404     403     403   404
  `,
  own: ['GET /api/audit/filters', 'POST /api/audit/filters', 'DELETE /api/audit/filters/{id}'],
  calls: () => ({
    'POST /api/audit/filters': () => ({
      target: '/api/audit/filters',
      json: { id: 0, name: newName(), query: 'noun=consumer' },
    }),
    'DELETE /api/audit/filters/{id}': () => ({ target: `/api/audit/filters/${nothing}` }),
  }),
};
