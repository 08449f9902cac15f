import type { RouteExamples } from '#test/examples/route-examples.ts';

export const examples: RouteExamples = {
  who: `
                            portal gateway admin user auditor support owner owningAdmin
    GET /api/undo/{id}  own   200    200     200   200  200     200     200   200
    GET /api/undo/{id}  other 200    200     404   404  200/404 404     404   404
  `,
  own: ['GET /api/undo/{id}'],
  calls: ({ services: { store } }) => ({
    'GET /api/undo/{id}': async ({ api }) => {
      // Nobody is given sight of another organization's application, as of an API.
      const [registered] = await store.read(`application-${api.applicationId}`);
      return { target: `/api/undo/${registered?.id}` };
    },
  }),
};
