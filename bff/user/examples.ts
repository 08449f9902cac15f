import { termsVersion } from '#domain/user/terms.ts';
import type { RouteExamples } from '#test/route-examples.ts';
import { newName, noId } from '#test/route-examples.ts';

export const examples: RouteExamples = {
  who: `
                                          portal gateway admin user auditor support owner owningAdmin
    GET /api/user                   own   200    404     200   404  404     404     404   200
    GET /api/user                   other 200    404     404   404  404     404     404   404
    GET /api/user/detail            own   200    404     200   404  404     404     404   200
    GET /api/user/detail            other 200    404     404   404  404     404     404   404
    GET /api/userById               own   200    404     200   404  404     404     404   200
    GET /api/userById               other 200    404     404   404  404     404     404   404
    POST /api/user                  own   200    200     200   200  200     200     200   200
    POST /api/user                  other 404    404     404   404  404     404     404   404
    GET /api/user/settings          own   200    200     200   200  200     200     200   200
    PUT /api/user/settings          own   200    200     200   200  200     200     200   200
    POST /api/user/first-login-seen own   200    200     200   200  200     200     200   200
    POST /api/user/accept-terms     own   200    200     200   200  200     200     200   200
    POST /api/user/changepassword   own   200    200     200   200  200     200     200   200
  `,
  own: [
    'GET /api/user/settings',
    'PUT /api/user/settings',
    'POST /api/user/first-login-seen',
    'POST /api/user/accept-terms',
  ],
  calls: () => ({
    'GET /api/user': ({ owner }) => ({ target: `/api/user?email=${owner.members.portal.email}` }),
    'GET /api/user/detail': ({ owner }) => ({ target: `/api/user/detail?email=${owner.members.portal.email}` }),
    'GET /api/userById': ({ owner }) => ({ target: `/api/userById?id=${owner.members.portal.userId}` }),
    'POST /api/user': ({ owner }, allowed) => ({
      target: '/api/user',
      json: { id: allowed ? '0' : String(owner.members.portal.userId), firstname: newName(), lastname: 'Example' },
    }),
    'PUT /api/user/settings': (_, allowed) => ({ target: '/api/user/settings', json: { stickyHeader: !allowed } }),
    'POST /api/user/accept-terms': () => ({ target: '/api/user/accept-terms', json: { version: termsVersion } }),
  }),
  probes: {
    'a user': {
      of: ({ acme }) => acme.members.admin.email,
      ask: (_world, id) => ({
        method: 'GET',
        target: `/api/user?email=${id === noId ? 'nobody@portico.example' : id}`,
      }),
    },
  },
  canaries: ({ acme }) => Object.values(acme.members).map(({ email }) => email),
};
