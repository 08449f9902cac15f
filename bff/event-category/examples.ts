import { eventCategoryDecider } from '#domain/event-category/decider.ts';
import { newName, type RouteExamples } from '#test/examples/route-examples.ts';
import type { BffWorld } from '#test/world/bff-world.ts';
import { newId } from '../http/new-id.ts';

const event = {
  id: 1,
  name: 'Order placed',
  description: 'A customer has ordered',
  eventTypeId: 'order.placed',
  schema: '{"type":"object"}',
};
const about = { description: 'What it is for', type: '', events: [event] };

const newCategory = async (world: BffWorld): Promise<number> => {
  const eventCategoryId = await newId(world.pool, 'event-category');
  const data = { eventCategoryId, name: newName(), businessAreaId: world.businessAreaId, ...about };
  await world.shown(await world.seed.send(eventCategoryDecider, eventCategoryId, { type: 'AddEventCategory', data }));
  return eventCategoryId;
};

export const examples: RouteExamples = {
  who: `
                                                    portal gateway admin user auditor support owner owningAdmin
    GET /api/event-categories                   own 200 200 200 200 200 200 200 200
    GET /api/event-categories/all               own 200 200 200 200 200 200 200 200
    GET /api/event-categories/search            own 200 200 200 200 200 200 200 200
    GET /api/event-categories/search/download   own 200 200 200 200 200 200 200 200
    GET /api/event-category/{id}                own 200 200 200 200 200 200 200 200
    GET /api/event-category/{id}/versions       own 200 200 200 200 200 200 200 200
    GET /api/event-category/{id}/samples        own 200 200 200 200 200 200 200 200
    GET /api/event-category/{id}/export         own 200 200 200 200 200 200 200 200
    GET /api/event-category/{id}/compare        own 200 200 200 200 200 200 200 200
    GET /api/event-category/{id}/history        own 200 403 403 403 403 403 403 403
    POST /api/event-category                    own 200 403 403 403 403 403 403 403
    PUT /api/event-category                     own 200 403 403 403 403 403 403 403
    POST /api/event-category/check              own 200 403 403 403 403 403 403 403
    DELETE /api/event-category/{id}             own 200 403 403 403 403 403 403 403
  `,
  own: [
    'DELETE /api/event-category/{id}',
    'GET /api/event-categories/search',
    'GET /api/event-categories/search/download',
    'GET /api/event-category/{id}/versions',
    'GET /api/event-category/{id}/samples',
    'GET /api/event-category/{id}/export',
    'GET /api/event-category/{id}/compare',
    'GET /api/event-category/{id}/history',
    'POST /api/event-category/check',
  ],
  calls: async (world) => {
    const id = await newCategory(world);
    const body = (of: number) => ({ id: of, name: newName(), businessArea: world.businessAreaId, ...about });
    const read = (rest: string) => () => ({ target: `/api/event-category/${id}${rest}` });
    return {
      'GET /api/event-category/{id}': read(''),
      'GET /api/event-category/{id}/versions': read('/versions'),
      'GET /api/event-category/{id}/samples': read('/samples'),
      'GET /api/event-category/{id}/export': read('/export'),
      'GET /api/event-category/{id}/compare': read('/compare?from=1&to=1'),
      'GET /api/event-category/{id}/history': read('/history'),
      'POST /api/event-category': () => ({ target: '/api/event-category', json: body(0) }),
      'PUT /api/event-category': () => ({ target: '/api/event-category', json: body(id) }),
      'POST /api/event-category/check': () => ({ target: '/api/event-category/check', json: body(id) }),
      'DELETE /api/event-category/{id}': async (_subject, allowed) => ({
        target: `/api/event-category/${allowed ? await newCategory(world) : id}`,
      }),
    };
  },
  older: (world) => {
    const scene = async () => {
      const id = await newCategory(world);
      const name = newName();
      const body = { id, name, businessArea: world.businessAreaId, ...about };
      return {
        read: `/api/event-category/${id}`,
        target: '/api/event-category',
        theirs: { ...body, description: 'What they say' },
        mine: body,
        changes: [
          { field: 'name', to: name },
          { field: 'description', from: about.description, to: 'What they say' },
        ],
      };
    };
    return { 'POST /api/event-category': scene, 'PUT /api/event-category': scene };
  },
};
