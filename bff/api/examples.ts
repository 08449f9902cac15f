import { newName, type RouteExamples } from '#test/examples/route-examples.ts';
import { importForm } from '#test/world/bff-forms.ts';
import { specText } from '#test/world/bff-seed.ts';

const strangeForm = (applicationId: number | string) => {
  const form = new FormData();
  form.set('bizappId', String(applicationId));
  form.set('jsonFile', new File([specText('Strange')], 'spec.json'));
  return form;
};

export const examples: RouteExamples = {
  who: `
                                                             portal gateway admin user auditor support owner owningAdmin
    GET /api/swaggers                                  own   200    200     200   200  200     200     200   200
    GET /api/swaggers/filters                          own   200    200     200   200  200     200     200   200
    GET /api/allapis                                   own   200    200     200   200  200     200     200   200
    GET /api/swagger/{id}                              other 200    200     200   200  200     200     200   200
    GET /api/sample-swagger                            own   200    200     200   200  200     200     200   200
    POST /api/swagger/import                           own   200    403     403   403  403     403     200   200
    POST /api/swagger/import                           other 200    403     403   403  403     403     403   403
    POST /api/lint                                     own   200    200     200   200  200     200     200   200
    GET /api/swagger/{id}/versions                     other 200    200     200   200  200     200     200   200
    GET /api/swagger/{id}/versions/{revision}          other 200    200     200   200  200     200     200   200
    GET /api/swagger/{id}/compare                      other 200    200     200   200  200     200     200   200
    POST /api/swagger/{id}/compare                     other 200    200     200   200  200     200     200   200
    POST /api/swagger/{id}/versions/{revision}/restore own   200    403     403   403  403     403     200   200
    POST /api/swagger/{id}/versions/{revision}/restore other 200    403     403   403  403     403     403   403
    GET /api/swaggers/{id}/losing-keys                 own   200    403     403   403  403     403     200   200
    GET /api/swaggers/{id}/losing-keys                 other 200    404     404   404  404     404     404   404
    DELETE /api/swaggers/{id}                          own   200    403     403   403  403     403     200   200
    DELETE /api/swaggers/{id}                          other 200    404     404   404  404     404     404   404
    PUT /api/swaggers                                  own   200    403     403   403  403     403     200   200
    PUT /api/swaggers                                  other 200    403     403   403  403     403     403   403
    GET /api/swagger/{id}/operations                   other 200    200     200   200  200     200     200   200
    GET /api/api-detail/{id}                           own   200    200     200   200  200     200     200   200
    GET /api/api-detail/{id}                           other 200    200     200   200  200     200     200   200
    GET /api/api-info/{id}                             own   200    200     200   200  200     200     200   200
    GET /api/api-info/{id}                             other 200    200     200   200  200     200     200   200
    GET /api/swagger/{id}/calls                        other 200    200     200   200  200     200     200   200
    GET /api/deleteAPI own 200 403 403 403 200 403 403 403
    GET /api/deleteAPI/download own 200 403 403 403 200 403 403 403
  `,
  own: [
    'GET /api/deleteAPI/download',
    'GET /api/swaggers/filters',
    'GET /api/swagger/{id}/operations',
    'GET /api/swaggers/{id}/losing-keys',
    'POST /api/lint',
    'GET /api/swagger/{id}/versions',
    'GET /api/swagger/{id}/versions/{revision}',
    'POST /api/swagger/{id}/versions/{revision}/restore',
    'GET /api/swagger/{id}/compare',
    'POST /api/swagger/{id}/compare',
    'GET /api/swagger/{id}/calls',
  ],
  calls: (world) => ({
    'GET /api/swagger/{id}': ({ api }) => ({ target: `/api/swagger/${api.apiId}?type=json` }),
    'GET /api/swagger/{id}/operations': ({ api }) => ({ target: `/api/swagger/${api.apiId}/operations` }),
    'POST /api/swagger/import': ({ api }) => ({ target: '/api/swagger/import', body: importForm(api.applicationId) }),
    'POST /api/lint': () => ({ target: '/api/lint', json: { specText: specText() } }),
    'GET /api/swagger/{id}/versions': ({ api }) => ({ target: `/api/swagger/${api.apiId}/versions` }),
    'GET /api/swagger/{id}/versions/{revision}': ({ api }) => ({ target: `/api/swagger/${api.apiId}/versions/1` }),
    'POST /api/swagger/{id}/compare': ({ api }) => ({
      target: `/api/swagger/${api.apiId}/compare`,
      json: { specText: specText() },
    }),
    'GET /api/swagger/{id}/compare': ({ api }) => ({ target: `/api/swagger/${api.apiId}/compare?from=1&to=1` }),
    'POST /api/swagger/{id}/versions/{revision}/restore': ({ api }) => ({
      target: `/api/swagger/${api.apiId}/versions/1/restore`,
    }),
    'GET /api/api-detail/{id}': ({ api }) => ({ target: `/api/api-detail/${api.apiId}` }),
    'GET /api/api-info/{id}': ({ api }) => ({ target: `/api/api-info/${api.apiId}` }),
    'GET /api/swagger/{id}/calls': ({ api }) => ({ target: `/api/swagger/${api.apiId}/calls` }),
    'GET /api/swaggers/{id}/losing-keys': ({ api }) => ({ target: `/api/swaggers/${api.apiId}/losing-keys` }),
    'DELETE /api/swaggers/{id}': async ({ api }, allowed) => ({
      target: `/api/swaggers/${allowed ? await world.publish(api) : api.apiId}`,
    }),
    'PUT /api/swaggers': ({ api }) => ({
      target: '/api/swaggers',
      json: { specText: specText('Saved'), apiId: api.apiId },
    }),
  }),
  older: (world) => ({
    'POST /api/swagger/import': async () => {
      const id = await world.publish(world.acme);
      const theirs = { id, name: newName(), description: 'What it does', sourceRepo: 'https://git.example/theirs' };
      return {
        read: `/api/api-detail/${id}`,
        target: '/api/swagger/import',
        isMultipart: true,
        theirs,
        mine: { ...theirs, name: newName(), sourceRepo: '' },
        changes: [
          { field: 'name', to: theirs.name },
          { field: 'description', to: theirs.description },
          { field: 'sourceRepo', from: '', to: theirs.sourceRepo },
        ],
      };
    },
  }),
  probes: {
    'an API to delete': {
      of: ({ acme }) => acme.apiId,
      ask: (_world, id) => ({ method: 'DELETE', target: `/api/swaggers/${id}` }),
    },
    'an API whose keys stop': {
      of: ({ acme }) => acme.apiId,
      ask: (_world, id) => ({ method: 'GET', target: `/api/swaggers/${id}/losing-keys` }),
    },
    'an application to publish for': {
      of: ({ acme }) => acme.applicationId,
      ask: (_world, id) => ({ method: 'POST', target: '/api/swagger/import', body: strangeForm(id) }),
    },
  },
};
