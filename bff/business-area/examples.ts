import { businessAreaDecider } from '#domain/business-area/decider.ts';
import { newName, type RouteExamples } from '#test/examples/route-examples.ts';
import type { BffWorld } from '#test/world/bff-world.ts';
import { newId } from '../http/new-id.ts';

const newArea = async (world: BffWorld): Promise<number> => {
  const businessAreaId = await newId(world.pool, 'business-area');
  const data = { businessAreaId, name: newName(), description: 'What it is for' };
  await world.shown(await world.seed.send(businessAreaDecider, businessAreaId, { type: 'AddBusinessArea', data }));
  return businessAreaId;
};

export const examples: RouteExamples = {
  who: `
                                        portal gateway admin user auditor support owner owningAdmin
    GET /api/business-areas             own 200 200 200 200 200 200 200 200
    GET /api/business-areas/search      own 200 200 200 200 200 200 200 200
    GET /api/business-areas/search/download own 200 200 200 200 200 200 200 200
    GET /api/business-area/{id}         own 200 200 200 200 200 200 200 200
    GET /api/business-area/{id}/history own 200 403 403 403 403 403 403 403
    POST /api/business-area             own 200 403 403 403 403 403 403 403
    DELETE /api/business-area/{id}      own 200 403 403 403 403 403 403 403
  `,
  own: [
    'GET /api/business-areas/search',
    'GET /api/business-areas/search/download',
    'GET /api/business-area/{id}',
    'GET /api/business-area/{id}/history',
  ],
  calls: async (world) => {
    const id = await newArea(world);
    return {
      'GET /api/business-area/{id}': () => ({ target: `/api/business-area/${id}` }),
      'GET /api/business-area/{id}/history': () => ({ target: `/api/business-area/${id}/history` }),
      'POST /api/business-area': () => ({
        target: '/api/business-area',
        json: { id: 0, name: newName(), description: 'What it is for' },
      }),
      'DELETE /api/business-area/{id}': async (_subject, allowed) => ({
        target: `/api/business-area/${allowed ? await newArea(world) : id}`,
      }),
    };
  },
  older: (world) => ({
    'POST /api/business-area': async () => {
      const id = await newArea(world);
      const name = newName();
      const description = 'What it is for';
      return {
        read: `/api/business-area/${id}`,
        target: '/api/business-area',
        theirs: { id, name, description: 'What they say' },
        mine: { id, name, description },
        changes: [
          { field: 'name', to: name },
          { field: 'description', from: description, to: 'What they say' },
        ],
      };
    },
  }),
};
