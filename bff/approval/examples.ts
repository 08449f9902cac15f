import { approvalDecider } from '#domain/approval/decider.ts';
import { randomId } from '#platform/uuid.ts';
import type { RouteExamples } from '#test/examples/route-examples.ts';
import type { BffWorld, Side } from '#test/world/bff-world.ts';
import { newId } from '../http/new-id.ts';

const hash = 'as-both-have-seen';

/** Has somebody who is none of those who call ask for a change of an organization's deployment. Returns the request's id. */
const newApproval = async (world: BffWorld, side: Side, by?: number): Promise<number> => {
  const { pool, seed, services } = world;
  const { deployed, apiId } = side;
  const requestedBy = by ?? (await seed.user(side.organizationId, 'asker', [])).userId;
  const approvalId = await newId(pool, 'approval');
  const expiresAt = new Date(services.now().getTime() + 24 * 3_600_000).toISOString();
  const { deploymentId, operationId: basis, config } = deployed;
  const change = { kind: 'deployment', deploymentId, apiId, operationId: randomId(), basis, config } as const;
  const plan = { changes: [], more: 0 };
  await world.shown(
    await seed.send(approvalDecider, approvalId, {
      type: 'RequestApproval',
      data: { approvalId, requestedBy, expiresAt, hash, plan, change },
    }),
  );
  return approvalId;
};

export const examples: RouteExamples = {
  who: `
                                       portal gateway admin user auditor support owner owningAdmin
    GET /api/approvals                 own   200 200 200 200 200 200 200 200
    GET /api/approvals/download        own   200 200 200 200 200 200 200 200
    GET /api/approvals/{id}            own   200 404 404 404 404 404 200 200
    GET /api/approvals/{id}            other 200 404 404 404 404 404 404 404
    GET /api/approvals/{id}/now        own   503 404 404 404 404 404 503 503
    GET /api/approvals/{id}/now        other 503 404 404 404 404 404 404 404
    POST /api/approvals/{id}/approve   own   200 403 403 403 403 403 200 200
    POST /api/approvals/{id}/approve   other 200 403 403 403 403 403 404 404
    POST /api/approvals/{id}/deny      own   200 403 403 403 403 403 200 200
    POST /api/approvals/{id}/deny      other 200 403 403 403 403 403 404 404
    POST /api/approvals/{id}/withdraw  own   200 404 404 404 404 404 403 403
    POST /api/approvals/{id}/withdraw  other 403 404 404 404 404 404 404 404
  `,
  own: [
    'GET /api/approvals',
    'GET /api/approvals/download',
    'GET /api/approvals/{id}',
    'GET /api/approvals/{id}/now',
    'POST /api/approvals/{id}/approve',
    'POST /api/approvals/{id}/deny',
    'POST /api/approvals/{id}/withdraw',
  ],
  calls: async (world) => {
    const known = new Map<Side, number>();
    for (const side of [world.acme, world.partner]) known.set(side, await newApproval(world, side));
    const of = async (side: Side, allowed: boolean, requestedBy?: number) =>
      allowed ? await newApproval(world, side, requestedBy) : known.get(side);
    return {
      'GET /api/approvals/{id}': ({ api }) => ({ target: `/api/approvals/${known.get(api)}` }),
      // The gateway of these tests does not answer: who may ask gets 503.
      'GET /api/approvals/{id}/now': ({ api }) => ({ target: `/api/approvals/${known.get(api)}/now` }),
      'POST /api/approvals/{id}/approve': async ({ api }, allowed) => ({
        target: `/api/approvals/${await of(api, allowed)}/approve`,
        json: { hash },
      }),
      'POST /api/approvals/{id}/deny': async ({ api }, allowed) => ({
        target: `/api/approvals/${await of(api, allowed)}/deny`,
        json: { note: 'Not on a Friday' },
      }),
      // Whoever asked may. That is a portal administrator of the API's organization.
      'POST /api/approvals/{id}/withdraw': async ({ api }, allowed) => ({
        target: `/api/approvals/${await of(api, allowed, api.members.portal.userId)}/withdraw`,
      }),
    };
  },
  probes: {
    'a change that needs a second person': {
      of: (world) => newApproval(world, world.acme),
      ask: (_world, id) => ({ method: 'GET', target: `/api/approvals/${id}` }),
    },
    'a change to compare with its gateway': {
      of: (world) => newApproval(world, world.acme),
      ask: (_world, id) => ({ method: 'GET', target: `/api/approvals/${id}/now` }),
    },
    'a change to approve': {
      of: (world) => newApproval(world, world.acme),
      ask: (_world, id) => ({ method: 'POST', target: `/api/approvals/${id}/approve`, json: { hash } }),
    },
    'a change to deny': {
      of: (world) => newApproval(world, world.acme),
      ask: (_world, id) => ({ method: 'POST', target: `/api/approvals/${id}/deny`, json: {} }),
    },
    'a change to withdraw': {
      of: (world) => newApproval(world, world.acme),
      ask: (_world, id) => ({ method: 'POST', target: `/api/approvals/${id}/withdraw` }),
    },
  },
};
