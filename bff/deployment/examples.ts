import type { RouteExamples } from '#test/examples/route-examples.ts';
import { newDeployment, newName } from '#test/examples/route-examples.ts';
import type { BffWorld } from '#test/world/bff-world.ts';

export const deployForm = (id: number, kongServer: number, changes: Record<string, unknown> = {}) => ({
  id,
  name: newName(),
  env: 'PROD',
  auth: 'apikey',
  contextPath: newName(),
  upstreamUrl: 'http://10.1.2.3/matrix',
  kongServer,
  oAuth2Config: { tokenExpiration: 60 },
  rateLimit: { enabled: false, ratePerMinute: 60 },
  ...changes,
});

/** What Partner would send about a deployment: the same texts for every id. */
const strangeForm = ({ partner, publicGatewayId }: BffWorld, changes: Record<string, unknown>) =>
  deployForm(partner.apiId, publicGatewayId, { name: 'stranger', contextPath: 'stranger', ...changes });

export const examples: RouteExamples = {
  who: `
                                                        portal gateway admin user auditor support owner owningAdmin
    GET /api/swaggers/deployment/{id}             own   200    200     404   404  404     404     200   200
    GET /api/swaggers/deployment/{id}             other 200    200     404   404  404     404     404   404
    GET /api/swagger/{id}/deploy/proposal         own   200    403     403   403  403     403     200   200
    GET /api/swagger/{id}/deploy/proposal         other 200    403     403   403  403     403     403   403
    POST /api/swagger/deploy                      own   200    403     403   403  403     403     400   200
    POST /api/swagger/deploy                      other 200    403     403   403  403     403     403   403
    POST /api/swagger/deploy/preview              own   503    403     403   403  403     403     400   503
    POST /api/swagger/deploy/preview              other 503    403     403   403  403     403     403   403
    GET /api/swaggers/deployment/{id}/kong-config own   503    503     404   404  404     404     404   404
    GET /api/swaggers/deployment/{id}/kong-config other 503    503     404   404  404     404     404   404
    GET /api/swaggers/deployment/{id}/losing-keys own   200    403     404   404  404     404     200   200
    GET /api/swaggers/deployment/{id}/losing-keys other 200    403     404   404  404     404     404   404
    GET /api/swaggers/deployment/{id}/move        own   404    403     404   404  404     404     404   404
    GET /api/swaggers/deployment/{id}/move        other 404    403     404   404  404     404     404   404
    POST /api/swaggers/deployment/{id}/move       own   400    403     403   403  403     403     400   400
    POST /api/swaggers/deployment/{id}/move       other 400    403     403   403  403     403     404   404
    PUT /api/swaggers/deployment/{id}/move        own   409    403     403   403  403     403     409   409
    PUT /api/swaggers/deployment/{id}/move        other 409    403     403   403  403     403     404   404
    DELETE /api/swaggers/deployment/{id}          own   200    403     404   404  404     404     200   200
    DELETE /api/swaggers/deployment/{id}          other 200    403     404   404  404     404     404   404
  `,
  own: [
    'GET /api/swagger/{id}/deploy/proposal',
    'POST /api/swagger/deploy/preview',
    'GET /api/swaggers/deployment/{id}/kong-config',
    'GET /api/swaggers/deployment/{id}/losing-keys',
    'GET /api/swaggers/deployment/{id}/move',
    'POST /api/swaggers/deployment/{id}/move',
    'PUT /api/swaggers/deployment/{id}/move',
  ],
  calls: (world) => ({
    'GET /api/swaggers/deployment/{id}': ({ api }) => ({
      target: `/api/swaggers/deployment/${api.deployed.deploymentId}`,
    }),
    'GET /api/swagger/{id}/deploy/proposal': ({ api }) => ({ target: `/api/swagger/${api.apiId}/deploy/proposal` }),
    'POST /api/swagger/deploy': ({ api }) => ({
      target: '/api/swagger/deploy',
      json: deployForm(api.apiId, world.publicGatewayId),
    }),
    // The gateway of these tests does not answer: who may ask gets 503.
    'POST /api/swagger/deploy/preview': ({ api }) => ({
      target: '/api/swagger/deploy/preview',
      json: deployForm(api.apiId, world.publicGatewayId),
    }),
    'GET /api/swaggers/deployment/{id}/kong-config': ({ api }) => ({
      target: `/api/swaggers/deployment/${api.deployed.deploymentId}/kong-config`,
    }),
    'GET /api/swaggers/deployment/{id}/losing-keys': ({ api }) => ({
      target: `/api/swaggers/deployment/${api.deployed.deploymentId}/losing-keys`,
    }),
    // It does not move.
    'GET /api/swaggers/deployment/{id}/move': ({ api }) => ({
      target: `/api/swaggers/deployment/${api.deployed.deploymentId}/move`,
    }),
    // It does not move.
    'PUT /api/swaggers/deployment/{id}/move': ({ api }) => ({
      target: `/api/swaggers/deployment/${api.deployed.deploymentId}/move`,
      json: { endsOn: null, quietDays: 7, seen: null },
    }),
    // It is on that gateway already.
    'POST /api/swaggers/deployment/{id}/move': ({ api }) => ({
      target: `/api/swaggers/deployment/${api.deployed.deploymentId}/move`,
      json: { kongServer: api.deployed.config.gatewayId },
    }),
    'DELETE /api/swaggers/deployment/{id}': async ({ api }, allowed) => {
      const { deploymentId } = allowed ? await newDeployment(world, api) : api.deployed;
      return { target: `/api/swaggers/deployment/${deploymentId}` };
    },
  }),
  probes: {
    'a deployment in a path': {
      of: ({ acme }) => acme.deployed.deploymentId,
      ask: (_world, id) => ({ method: 'GET', target: `/api/swaggers/deployment/${id}` }),
    },
    'a deployment on the gateway': {
      of: ({ acme }) => acme.deployed.deploymentId,
      ask: (_world, id) => ({ method: 'GET', target: `/api/swaggers/deployment/${id}/kong-config` }),
    },
    'a deployment to preview a change of': {
      of: ({ acme }) => acme.deployed.deploymentId,
      ask: (world, id) => ({
        method: 'POST',
        target: '/api/swagger/deploy/preview',
        json: strangeForm(world, { deploymentId: id }),
      }),
    },
    'a deployment to delete': {
      of: ({ acme }) => acme.deployed.deploymentId,
      ask: (_world, id) => ({ method: 'DELETE', target: `/api/swaggers/deployment/${id}` }),
    },
    'a deployment whose keys stop': {
      of: ({ acme }) => acme.deployed.deploymentId,
      ask: (_world, id) => ({ method: 'GET', target: `/api/swaggers/deployment/${id}/losing-keys` }),
    },
    'a deployment to move': {
      of: ({ acme }) => acme.deployed.deploymentId,
      ask: (world, id) => ({
        method: 'POST',
        target: `/api/swaggers/deployment/${id}/move`,
        json: { kongServer: world.publicGatewayId },
      }),
    },
    'a deployment whose move is looked at': {
      of: ({ acme }) => acme.deployed.deploymentId,
      ask: (_world, id) => ({ method: 'GET', target: `/api/swaggers/deployment/${id}/move` }),
    },
    'a deployment whose move ends by itself': {
      of: ({ acme }) => acme.deployed.deploymentId,
      ask: (_world, id) => ({
        method: 'PUT',
        target: `/api/swaggers/deployment/${id}/move`,
        json: { endsOn: null, quietDays: 7, seen: null },
      }),
    },
    'a deployment to change through an API of our own': {
      of: ({ acme }) => acme.deployed.deploymentId,
      ask: (world, id) => ({
        method: 'POST',
        target: '/api/swagger/deploy',
        json: strangeForm(world, { deploymentId: id }),
      }),
    },
    'a deployment to change, under the very name that it has': {
      of: ({ acme }) => acme.deployed.deploymentId,
      ask: (world, id) => ({
        method: 'POST',
        target: '/api/swagger/deploy',
        json: strangeForm(world, { deploymentId: id, env: 'DEV', name: world.acme.deployed.config.name }),
      }),
    },
    'a gateway to deploy to': {
      of: ({ acme }) => acme.gatewayId,
      ask: (world, id) => ({
        method: 'POST',
        target: '/api/swagger/deploy',
        json: strangeForm(world, { kongServer: Number(id) }),
      }),
    },
  },
  older: (world) => ({
    'POST /api/swagger/deploy': async () => {
      const { acme, publicGatewayId } = world;
      const { deploymentId, config } = await newDeployment(world, acme);
      const { environment: env, authentication: auth, upstreamUrl, tokenExpiration } = config;
      const shown = { name: config.name, contextPath: config.contextPath, upstreamUrl, env, auth };
      const form = {
        ...deployForm(acme.apiId, publicGatewayId, shown),
        deploymentId,
        oAuth2Config: { tokenExpiration },
      };
      return {
        read: `/api/swaggers/deployment/${deploymentId}`,
        target: '/api/swagger/deploy',
        theirs: {
          ...form,
          rateLimit: { enabled: true, ratePerMinute: 6 },
          ipRestriction: { enabled: true, ips: '10.0.0.1' },
        },
        mine: { ...form, botDetection: { enabled: true } },
        changes: [
          { field: 'rateLimit.enabled', from: false, to: true },
          { field: 'rateLimit.ratePerMinute', from: 60, to: 6 },
          { field: 'ipRestriction.enabled', from: false, to: true },
          { field: 'ipRestriction.ips', from: [], to: ['10.0.0.1'] },
        ],
      };
    },
  }),
  canaries: ({ acme: { deployed } }) => [deployed.config.name, deployed.config.contextPath, deployed.operationId],
};
