import type { RouteExamples } from '#test/examples/route-examples.ts';
import { subjectOf } from '#test/examples/route-examples.ts';
import { newKey } from '../consumer/examples.ts';

const limitOf = (calls: number) => ({ enabledRateLimit: true, rateLimitPerMinute: calls });

export const examples: RouteExamples = {
  who: `
                                                 portal gateway admin user auditor support owner   owningAdmin
    PUT /api/swaggers/deployment/{id}/limit/{organizationId} own     200 403 403 403 403 403 200 200
    PUT /api/swaggers/deployment/{id}/limit/{organizationId} other   200 403 403 403 403 403 404 404
  `,
  own: ['PUT /api/swaggers/deployment/{id}/limit/{organizationId}'],
  calls: () => ({
    'PUT /api/swaggers/deployment/{id}/limit/{organizationId}': ({ api, owner }) => ({
      target: `/api/swaggers/deployment/${api.deployed.deploymentId}/limit/${owner.organizationId}`,
      json: limitOf(60),
    }),
  }),
  probes: {
    'a deployment to limit keys on': {
      of: ({ acme }) => acme.deployed.deploymentId,
      ask: ({ partner }, id) => ({
        method: 'PUT',
        target: `/api/swaggers/deployment/${id}/limit/${partner.organizationId}`,
        json: limitOf(60),
      }),
    },
  },
  older: (world) => ({
    'PUT /api/swaggers/deployment/{id}/limit/{organizationId}': async () => {
      const { acme } = world;
      await newKey(world, subjectOf(acme));
      return {
        read: `/api/consumers?apiId=${acme.apiId}`,
        find: (groups) =>
          Object.values(
            groups as Record<string, { orgId: number; deployments: { organizationLimit: { basedOn: number } }[] }>,
          ).find(({ orgId }) => orgId === acme.organizationId)?.deployments[0]?.organizationLimit,
        by: 'owningAdmin',
        target: `/api/swaggers/deployment/${acme.deployed.deploymentId}/limit/${acme.organizationId}`,
        theirs: limitOf(60),
        mine: limitOf(90),
        changes: [
          { field: 'enabledRateLimit', from: false, to: true },
          { field: 'rateLimitPerMinute', from: null, to: 60 },
        ],
      };
    },
  }),
};
