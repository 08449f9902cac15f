import type { RouteExamples } from '#test/examples/route-examples.ts';
import { newName, type Subject, subjectOf } from '#test/examples/route-examples.ts';
import type { BffWorld, Side } from '#test/world/bff-world.ts';
import { newGrant, newOffer } from '../access/examples.ts';

/** A key that the call may take away. */
export const newKey = async (world: BffWorld, { api, owner }: Subject): Promise<number> => {
  const made = await world.seed.consumer(api.deployed.deploymentId, api.apiId, owner.organizationId);
  await world.shown(made.position);
  return made.consumerId;
};

export const examples: RouteExamples = {
  who: `
                                                 portal gateway admin user auditor support owner   owningAdmin
    GET /api/consumers                   own     200    200     200   200  200     200     200     200
    GET /api/consumers                   other   200    200     200   200  200     200     200     200
    GET /api/consumer/{id}/use           own     200    200     200   200  200     200     200     200
    GET /api/consumer/{id}/use           other   200    200     404   404  404     404     404     404
    GET /api/consumer/{id}/use           guest   200    200     404   404  404     404     200     200
    POST /api/kong/add-consumer          own     200    200     200   200  404     404     200     200
    POST /api/kong/add-consumer          granted 200    200     200   200  404     404     200     200
    POST /api/kong/add-consumer          other   200    200     404   404  404     404     404     404
    POST /api/kong/add-consumer          guest   200    200     403   403  404     404     403/200 403/200
    DELETE /api/consumer/{id}            own     200    403     200   403  403     403     200/403 200
    DELETE /api/consumer/{id}            other   200    403     404   404  404     404     404     404
    DELETE /api/consumer/{id}            guest   200    403     404   404  404     404     403/200 403/200
    PUT /api/consumer/{id}               own     200    403     200   403  403     403     200/403 200
    PUT /api/consumer/{id}               other   200    403     404   403  403     403     404     404
    PUT /api/consumer/{id}               guest   200    403     404   403  403     403     403/200 403/200
    PUT /api/consumer/{id}/limit         own     200    403     403   403  403     403     200     200
    PUT /api/consumer/{id}/limit         other   200    403     403   403  403     403     404     404
    PUT /api/consumer/{id}/limit         guest   200    403     403   403  403     403     200 200
    POST /api/consumer/{id}/rotation     own     200    403     200   403  403     403     200/403 200
    POST /api/consumer/{id}/rotation     other   200    403     404   403  403     403     404     404
    POST /api/consumer/{id}/rotation     guest   200    403     404   403  403     403     403/200 403/200
    POST /api/consumer/{id}/rotation/end own     409    403     409   403  403     403     409/403 409
    POST /api/consumer/{id}/rotation/end other   409    403     404   404  404     404     404     404
    POST /api/consumer/{id}/rotation/end guest   409    403     404   404  404     404     403/409 403/409
    DELETE /api/consumer/{id}/{user}     own     200    403     200   403  403     403     200/403 200
    DELETE /api/consumer/{id}/{user}     other   200    403     404   404  404     404     404     404
    DELETE /api/consumer/{id}/{user}     guest   200    403     404   404  404     404     403/200 403/200
    POST /api/record-consumer            own     200    404     200   200  404     404     200     200
    POST /api/record-consumer            other   200    404     404   404  404     404     404     404
    POST /api/record-consumer            guest   200    404     404   404  404     404     404/200 404/200
    GET /api/view-consumer-list own 200 403 403 403 200 403 403 403
    GET /api/view-consumer-list/download own 200 403 403 403 200 403 403 403
  `,
  own: [
    'GET /api/view-consumer-list/download',
    'GET /api/consumer/{id}/use',
    'PUT /api/consumer/{id}',
    'PUT /api/consumer/{id}/limit',
    'POST /api/consumer/{id}/rotation',
    'POST /api/consumer/{id}/rotation/end',
  ],
  calls: async (world) => {
    const { acme, partner } = world;
    /** By organization that owns the API. Made when asked for: who has a key may see the deployment. */
    const guests = new Map<Side, Promise<number>>();
    const guestOf = (subject: Subject): Promise<number> => {
      const key = guests.get(subject.api) ?? newKey(world, subject);
      guests.set(subject.api, key);
      return key;
    };
    /** By organization: an API of the other one that it has access to, deployed. */
    const granted = new Map<Side, { apiId: number; deploymentId: number }>();
    for (const side of [acme, partner]) {
      const apiId = await newOffer(world, side);
      const { deploymentId } = await world.seed.deployment(apiId, world.publicGatewayId);
      await newGrant(world, side, apiId);
      granted.set(side, { apiId, deploymentId });
    }
    // Partner is external, so even its own APIs need a grant.
    await newGrant(world, partner, partner.apiId);
    const keyOf = (subject: Subject) => (subject.guest ? guestOf(subject) : subject.owner.consumer.consumerId);
    const ownOrNew = (subject: Subject, allowed: boolean) => (allowed ? newKey(world, subject) : keyOf(subject));
    return {
      'GET /api/consumers': ({ api }) => ({ target: `/api/consumers?apiId=${api.apiId}` }),
      'GET /api/consumer/{id}/use': async (subject) => ({ target: `/api/consumer/${await keyOf(subject)}/use` }),
      'POST /api/kong/add-consumer': ({ api, owner, ...subject }) => {
        const deployed = { apiId: api.apiId, deploymentId: api.deployed.deploymentId };
        const { apiId, deploymentId } = (subject.granted && granted.get(owner)) || deployed;
        const { organizationId } = owner;
        return { target: '/api/kong/add-consumer', json: { deploymentId, apiModelId: apiId, organizationId } };
      },
      'DELETE /api/consumer/{id}': async (subject, allowed) => ({
        target: `/api/consumer/${await ownOrNew(subject, allowed)}`,
      }),
      'PUT /api/consumer/{id}': async (subject) => ({
        target: `/api/consumer/${await keyOf(subject)}`,
        json: { nickname: newName() },
      }),
      'PUT /api/consumer/{id}/limit': async (subject) => ({
        target: `/api/consumer/${await keyOf(subject)}/limit`,
        json: { enabledRateLimit: true, rateLimitPerMinute: 60 },
      }),
      'POST /api/consumer/{id}/rotation': async (subject, allowed) => ({
        target: `/api/consumer/${await ownOrNew(subject, allowed)}/rotation`,
        json: { overlapMinutes: 60 },
      }),
      // No rotation is under way: who may end one gets 409.
      'POST /api/consumer/{id}/rotation/end': async (subject) => ({
        target: `/api/consumer/${await keyOf(subject)}/rotation/end`,
      }),
      'DELETE /api/consumer/{id}/{user}': async (subject, allowed) => ({
        target: `/api/consumer/${await ownOrNew(subject, allowed)}/somebody`,
      }),
      'POST /api/record-consumer': async (subject) => ({
        target: '/api/record-consumer',
        json: { consumerId: await keyOf(subject) },
      }),
    };
  },
  probes: {
    'a deployment to add a key to': {
      of: ({ acme }) => acme.deployed.deploymentId,
      ask: ({ acme, partner }, id) => ({
        method: 'POST',
        target: '/api/kong/add-consumer',
        json: { deploymentId: id, apiModelId: acme.apiId, organizationId: partner.organizationId },
      }),
    },
    'a deployment that is being worked on': {
      of: ({ acme }) => acme.deploying.deploymentId,
      ask: ({ acme }, id) => ({
        method: 'POST',
        target: '/api/kong/add-consumer',
        json: { deploymentId: id, apiModelId: acme.apiId, organizationId: acme.organizationId },
      }),
    },
    'a key whose use is looked at': {
      of: ({ acme }) => acme.consumer.consumerId,
      ask: (_world, id) => ({ method: 'GET', target: `/api/consumer/${id}/use` }),
    },
    'a key to delete': {
      of: ({ acme }) => acme.consumer.consumerId,
      ask: (_world, id) => ({ method: 'DELETE', target: `/api/consumer/${id}` }),
    },
    'a key to delete, with a user': {
      of: ({ acme }) => acme.consumer.consumerId,
      ask: (_world, id) => ({ method: 'DELETE', target: `/api/consumer/${id}/somebody` }),
    },
    'a key to reveal': {
      of: ({ acme }) => acme.consumer.consumerId,
      ask: (_world, id) => ({ method: 'POST', target: '/api/record-consumer', json: { consumerId: id } }),
    },
    'a key to change': {
      of: ({ acme }) => acme.consumer.consumerId,
      ask: (_world, id) => ({ method: 'PUT', target: `/api/consumer/${id}`, json: { nickname: 'mine' } }),
    },
    'a key to limit': {
      of: ({ acme }) => acme.consumer.consumerId,
      ask: (_world, id) => ({ method: 'PUT', target: `/api/consumer/${id}/limit`, json: { enabledRateLimit: false } }),
    },
    'a key to rotate': {
      of: ({ acme }) => acme.consumer.consumerId,
      ask: (_world, id) => ({ method: 'POST', target: `/api/consumer/${id}/rotation`, json: { overlapMinutes: 60 } }),
    },
    'a rotation to end': {
      of: ({ acme }) => acme.consumer.consumerId,
      ask: (_world, id) => ({ method: 'POST', target: `/api/consumer/${id}/rotation/end` }),
    },
    'the keys of another organization': {
      of: ({ acme }) => acme.organizationId,
      ask: ({ acme }, id) => ({ method: 'GET', target: `/api/consumers?apiId=${acme.apiId}&orgId=${id}` }),
    },
  },
  older: (world) => {
    const { acme } = world;
    const find = (id: number) => (groups: unknown) =>
      Object.values(groups as Record<string, { deployments: { id: number }[] }>)
        .flatMap(({ deployments }) => deployments)
        .find((key) => key.id === id);
    const read = `/api/consumers?apiId=${acme.apiId}`;
    return {
      'PUT /api/consumer/{id}': async () => {
        // The key works: a change of one that does not is refused.
        const id = await newKey(world, subjectOf(acme));
        return {
          read,
          find: find(id),
          by: 'owningAdmin',
          target: `/api/consumer/${id}`,
          theirs: { nickname: 'theirs', enabledRateLimit: true, rateLimitPerMinute: 60 },
          mine: { nickname: 'mine', enabledRateLimit: false },
          changes: [
            { field: 'nickname', to: 'theirs' },
            { field: 'enabledRateLimit', from: false, to: true },
            { field: 'rateLimitPerMinute', from: null, to: 60 },
          ],
        };
      },
      'PUT /api/consumer/{id}/limit': async () => {
        const id = await newKey(world, subjectOf(acme));
        return {
          read,
          find: find(id),
          by: 'owningAdmin',
          target: `/api/consumer/${id}/limit`,
          theirs: { enabledRateLimit: true, rateLimitPerMinute: 60 },
          mine: { enabledRateLimit: true, rateLimitPerMinute: 90 },
          changes: [
            { field: 'enabledRateLimit', from: false, to: true },
            { field: 'rateLimitPerMinute', from: null, to: 60 },
          ],
        };
      },
    };
  },
  canaries: ({ acme: { consumer } }) => [
    consumer.operationId,
    consumer.apiKey,
    consumer.apiKey.slice(-4),
    consumer.clientSecret,
  ],
};
