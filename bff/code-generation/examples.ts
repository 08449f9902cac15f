import type { RouteExamples } from '#test/examples/route-examples.ts';
import { noId, noOperation } from '#test/examples/route-examples.ts';

export const examples: RouteExamples = {
  who: `
                                              portal gateway admin user auditor support owner owningAdmin
    POST /api/codegen/{id}              own   200    200     200   200  403     403     200   200
    POST /api/codegen/{id}              other 200    200     200   200  403     403     200   200
    GET /api/codegen/{operationId}/file other 404    404     404   404  404     404     404   404
  `,
  own: ['GET /api/codegen/{operationId}/file'],
  calls: () => ({
    'POST /api/codegen/{id}': ({ api }) => ({
      target: `/api/codegen/${api.apiId}`,
      json: { type: 'client', lang: 'axios', modelPackage: 'acme.model', apiPackage: 'acme.api' },
    }),
    'GET /api/codegen/{operationId}/file': ({ api }) => ({ target: `/api/codegen/${api.deployed.operationId}/file` }),
  }),
  probes: {
    'code to download': {
      of: ({ acme }) => acme.deployed.operationId,
      ask: (_world, id) => ({ method: 'GET', target: `/api/codegen/${id === noId ? noOperation : id}/file` }),
    },
  },
};
