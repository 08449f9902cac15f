import type { RouteExamples } from '#test/examples/route-examples.ts';

/** No entry has it. */
const nothing = '0b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8';

export const examples: RouteExamples = {
  who: `
                                    portal gateway admin user auditor support owner owningAdmin
    GET /api/audit              own 200    403     200   403  200     403     403   200
    GET /api/audit/entry/{id}   own 404    403     404   403  404     403     403   404
    GET /api/audit/entry/{id}/then own 404 403  404   403  404     403     403   404
    GET /api/audit/export       own 200    403     200   403  200     403     403   200
  `,
  own: ['GET /api/audit', 'GET /api/audit/entry/{id}', 'GET /api/audit/entry/{id}/then', 'GET /api/audit/export'],
  calls: () => ({
    'GET /api/audit/entry/{id}': () => ({ target: `/api/audit/entry/${nothing}` }),
    'GET /api/audit/entry/{id}/then': () => ({ target: `/api/audit/entry/${nothing}/then` }),
  }),
};
