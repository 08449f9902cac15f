import { type AccessPair, accessIdOf, accessIdOfPair } from '#domain/access/access.ts';
import { accessDecider } from '#domain/access/decider.ts';
import { eventCategoryDecider } from '#domain/event-category/decider.ts';
import type { RouteExamples } from '#test/examples/route-examples.ts';
import { newName } from '#test/examples/route-examples.ts';
import type { BffWorld, Side } from '#test/world/bff-world.ts';
import { newId } from '../http/new-id.ts';

/** Returns a new API of the other organization, which this one may ask for. */
export const newOffer = ({ acme, partner, seed }: BffWorld, { organizationId }: Side): Promise<number> => {
  const other = acme.organizationId === organizationId ? partner : acme;
  return seed.api(other.organizationId, other.applicationId, newName());
};

/** Returns a new event category. */
export const newCategory = async (world: BffWorld): Promise<number> => {
  const eventCategoryId = await newId(world.pool, 'event-category');
  const about = { description: '', type: '', businessAreaId: world.businessAreaId, events: [] };
  const data = { eventCategoryId, name: newName(), ...about };
  await world.shown(await world.seed.send(eventCategoryDecider, eventCategoryId, { type: 'AddEventCategory', data }));
  return eventCategoryId;
};

/** Gives an organization access to an API. Returns the grant's id. */
export const newGrant = async (world: BffWorld, { organizationId }: Side, apiId: number): Promise<number> => {
  const grantId = await newId(world.pool, 'access-grant');
  const command = { type: 'GrantAccess', data: { grantId, apiId, organizationId } } as const;
  await world.shown(await world.seed.send(accessDecider, accessIdOf(apiId, organizationId), command));
  return grantId;
};

const canary = 'canary reason';

/** Lets an organization ask for something. Returns the request's id. */
export const newRequestFor = async (world: BffWorld, { members }: Side, pair: AccessPair): Promise<number> => {
  const requestId = await newId(world.pool, 'access-request');
  const data = { requestId, ...pair, requestedBy: members.user.userId, reason: canary };
  await world.shown(await world.seed.send(accessDecider, accessIdOfPair(pair), { type: 'RequestAccess', data }));
  return requestId;
};

/** Lets an organization ask for an API of the other one. Returns the request's id. */
const newRequest = async (world: BffWorld, side: Side): Promise<number> =>
  await newRequestFor(world, side, { apiId: await newOffer(world, side), organizationId: side.organizationId });

export const examples: RouteExamples = {
  who: `
                                                portal gateway admin user auditor support owner owningAdmin
    GET /api/request-access               own   200    200     200   200  200     200     200   200
    GET /api/request-access               other 200    404     404   404  404     404     404   404
    POST /api/request-access              own   200    403     200   200  403     403     200   200
    POST /api/request-access              other 200    403     404   404  403     403     404   404
    GET /api/request-access/{id}/facts    own   200    403     403   403  403     403     403   403
    GET /api/request-access/all           own   200    403     403   403  403     403     403   403
    GET /api/request-access/all/download      own   200    403     403   403  403     403     403   403
    POST /api/request-access/filter       own   200    403     403   403  403     403     403   403
    POST /api/approve-api-access-request  own   200    403     403   403  403     403     403   403
    POST /api/deny-api-access-request     own   200    403     403   403  403     403     403   403
    POST /api/approve-api-access-requests own   200    403     403   403  403     403     403   403
    POST /api/deny-api-access-requests    own   200    403     403   403  403     403     403   403
    GET /api/available-api-access/{orgId} own   200    200     200   200  200     200     200   200
    GET /api/available-api-access/{orgId} other 200    404     404   404  404     404     404   404
    GET /api/all-api-access               own   200    403     403   403  403     403     403   403
    GET /api/all-api-access/download      own   200    403     403   403  403     403     403   403
    GET /api/api-access/{id}/losing-keys  own   200    403     403   403  403     403     403   403
    PUT /api/api-access/{id}/end          own   200    403     403   403  403     403     403   403
    DELETE /api/api-access/{id}           own   200    403     403   403  403     403     403   403
  `,
  own: [
    'GET /api/request-access/{id}/facts',
    'GET /api/api-access/{id}/losing-keys',
    'PUT /api/api-access/{id}/end',
    'GET /api/request-access/all/download',
    'GET /api/all-api-access/download',
    'POST /api/approve-api-access-requests',
    'POST /api/deny-api-access-requests',
  ],
  calls: async (world) => {
    const asked = new Map<Side, number>();
    for (const side of [world.acme, world.partner]) asked.set(side, await newOffer(world, side));
    await world.allShown();
    return {
      'GET /api/request-access': ({ owner }) => ({
        target: `/api/request-access?apiId=${asked.get(owner)}&orgId=${owner.organizationId}`,
      }),
      'POST /api/request-access': ({ owner }) => ({
        target: '/api/request-access',
        json: { organizationId: owner.organizationId, productId: asked.get(owner) },
      }),
      'GET /api/request-access/{id}/facts': async ({ owner }) => ({
        target: `/api/request-access/${await newRequest(world, owner)}/facts`,
      }),
      'POST /api/request-access/filter': () => ({ target: '/api/request-access/filter', json: { status: 'NEW' } }),
      'POST /api/approve-api-access-request': async ({ owner }) => ({
        target: '/api/approve-api-access-request',
        json: { apiAccessRequestId: await newRequest(world, owner) },
      }),
      'POST /api/deny-api-access-request': async ({ owner }) => ({
        target: '/api/deny-api-access-request',
        json: { apiAccessRequestId: await newRequest(world, owner) },
      }),
      'POST /api/approve-api-access-requests': async ({ owner }) => ({
        target: '/api/approve-api-access-requests',
        json: { apiAccessRequestIds: [await newRequest(world, owner), await newRequest(world, owner)] },
      }),
      'POST /api/deny-api-access-requests': async ({ owner }) => ({
        target: '/api/deny-api-access-requests',
        json: { apiAccessRequestIds: [await newRequest(world, owner)], note: 'Ask the owner first' },
      }),
      'GET /api/available-api-access/{orgId}': ({ owner }) => ({
        target: `/api/available-api-access/${owner.organizationId}`,
      }),
      'GET /api/api-access/{id}/losing-keys': async ({ owner }) => ({
        target: `/api/api-access/${await newGrant(world, owner, await newOffer(world, owner))}/losing-keys`,
      }),
      'PUT /api/api-access/{id}/end': async ({ owner }) => ({
        target: `/api/api-access/${await newGrant(world, owner, await newOffer(world, owner))}/end`,
        json: { endsOn: '2099-12-31', seen: null },
      }),
      'DELETE /api/api-access/{id}': async ({ owner }) => ({
        target: `/api/api-access/${await newGrant(world, owner, await newOffer(world, owner))}`,
      }),
    };
  },
  probes: {
    'access to revoke': {
      of: (world) => newGrant(world, world.acme, world.partner.apiId),
      ask: (_world, id) => ({ method: 'DELETE', target: `/api/api-access/${id}` }),
    },
    'access to end': {
      of: (world) => newGrant(world, world.acme, world.partner.apiId),
      ask: (_world, id) => ({
        method: 'PUT',
        target: `/api/api-access/${id}/end`,
        json: { endsOn: '2099-12-31', seen: null },
      }),
    },
    'access whose keys stop': {
      of: (world) => newGrant(world, world.acme, world.partner.apiId),
      ask: (_world, id) => ({ method: 'GET', target: `/api/api-access/${id}/losing-keys` }),
    },
    'a request to approve': {
      of: (world) => newRequest(world, world.acme),
      ask: (_world, id) => ({
        method: 'POST',
        target: '/api/approve-api-access-request',
        json: { apiAccessRequestId: id },
      }),
    },
    'a request to deny': {
      of: (world) => newRequest(world, world.acme),
      ask: (_world, id) => ({
        method: 'POST',
        target: '/api/deny-api-access-request',
        json: { apiAccessRequestId: id },
      }),
    },
    'requests to approve in one act': {
      of: (world) => newRequest(world, world.acme),
      ask: (_world, id) => ({
        method: 'POST',
        target: '/api/approve-api-access-requests',
        json: { apiAccessRequestIds: [id] },
      }),
    },
    'what another organization asked of an API': {
      of: ({ acme }) => acme.organizationId,
      ask: ({ partner }, id) => ({ method: 'GET', target: `/api/request-access?apiId=${partner.apiId}&orgId=${id}` }),
    },
    'an organization to ask for': {
      of: ({ acme }) => acme.organizationId,
      ask: ({ partner }, id) => ({
        method: 'POST',
        target: '/api/request-access',
        json: { organizationId: id, productId: partner.apiId },
      }),
    },
    'a request for events to approve': {
      of: async (world) => {
        const { organizationId } = world.acme;
        return await newRequestFor(world, world.acme, { eventCategoryId: await newCategory(world), organizationId });
      },
      ask: (_world, id) => ({
        method: 'POST',
        target: '/api/approve-api-access-request',
        json: { apiAccessRequestId: id },
      }),
    },
    'an organization to ask events for': {
      of: ({ acme }) => acme.organizationId,
      ask: (_world, id) => ({
        method: 'POST',
        target: '/api/request-access',
        json: { organizationId: id, type: 'event', productId: 1 },
      }),
    },
    'the grants of another organization': {
      of: ({ acme }) => acme.organizationId,
      ask: (_world, id) => ({ method: 'GET', target: `/api/available-api-access/${id}` }),
    },
  },
  canaries: async (world) => {
    await newRequest(world, world.acme);
    return [canary];
  },
};
