import type { RouteExamples } from '#test/examples/route-examples.ts';
import { newKey } from '../consumer/examples.ts';

export const examples: RouteExamples = {
  who: `
                                       portal gateway admin user auditor support owner owningAdmin
    POST /api/consumer/{id}/call own   200    404     200   200  404     404     200   200
    POST /api/consumer/{id}/call other 404    404     404   404  404     404     404   404
    POST /api/consumer/{id}/call guest 404    404     404   404  404     404     404   404
  `,
  own: ['POST /api/consumer/{id}/call'],
  calls: (world) => ({
    'POST /api/consumer/{id}/call': async (subject) => {
      const id = subject.guest ? await newKey(world, subject) : subject.owner.consumer.consumerId;
      return { target: `/api/consumer/${id}/call`, json: { method: 'GET', path: '/orders' } };
    },
  }),
};
