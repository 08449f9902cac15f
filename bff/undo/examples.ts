import type { RouteExamples } from '#test/examples/route-examples.ts';

/** No entry has it. */
const nothing = '0b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8';

export const examples: RouteExamples = {
  who: `
                            portal gateway admin user auditor support owner owningAdmin
    GET /api/undo/{id}  own 404    404     404   404  404     404     404   404
  `,
  own: ['GET /api/undo/{id}'],
  calls: () => ({ 'GET /api/undo/{id}': () => ({ target: `/api/undo/${nothing}` }) }),
};
