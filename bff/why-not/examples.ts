import type { RouteExamples } from '#test/examples/route-examples.ts';
import type { BffWorld } from '#test/world/bff-world.ts';

/** A question of support, or of anybody, about one thing. */
const ask = (question: string) => (_world: BffWorld, id: number | string) => ({
  method: 'GET',
  target: `/api/why-not?action=api.publish&${question}=${id}`,
});

export const examples: RouteExamples = {
  who: `
                                   portal gateway admin user auditor support owner owningAdmin
    GET /api/why-not          own   200    404     404   404  404     200     200   404
    GET /api/why-not          other 200    404     404   404  404     200/404 404   404
    GET /api/why-not/subjects own   200    403     403   403  403     200     403   403
  `,
  own: ['GET /api/why-not', 'GET /api/why-not/subjects'],
  calls: () => ({
    // The owner asks about themselves.
    'GET /api/why-not': ({ owner }) => ({
      target: `/api/why-not?action=api.publish&apiId=${owner.apiId}&personId=${owner.members.owner.userId}`,
    }),
    'GET /api/why-not/subjects': () => ({ target: '/api/why-not/subjects?of=person' }),
  }),
  probes: {
    'the person of a question': { of: ({ acme }) => acme.members.owner.userId, ask: ask('personId') },
    'the application of a question': { of: ({ acme }) => acme.applicationId, ask: ask('applicationId') },
    'whose thing a question is about': { of: ({ acme }) => acme.members.owner.userId, ask: ask('userId') },
    'the organization of a question': {
      of: async ({ seed, allShown }) => {
        const unrelated = await seed.organization('Unrelated to Partner', false);
        await allShown();
        return unrelated;
      },
      ask: ask('organizationId'),
    },
  },
};
