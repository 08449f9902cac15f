import { userDecider } from '#domain/user/decider.ts';
import { termsVersion } from '#domain/user/terms.ts';
import { newName, noId, type RouteExamples } from '#test/examples/route-examples.ts';
import type { BffWorld, Side } from '#test/world/bff-world.ts';
import { newId } from '../http/new-id.ts';

const personOf = ({ organizationId }: Side) => {
  const name = newName();
  return { firstname: name, lastname: 'Example', email: `${name}@canary.example`, organizationId };
};

/** Somebody who was invited and has not joined, when the call is allowed; else anybody of that organization. */
const newUser = async ({ seed, pool, shown }: BffWorld, side: Side, isAllowed: boolean): Promise<number> => {
  if (!isAllowed) return side.members.user.userId;
  const userId = await newId(pool, 'user');
  const person = { ...personOf(side), userId, roles: ['ROLE_COMPANY_USER' as const] };
  const inviteUntil = new Date(Date.now() + 86_400_000).toISOString();
  await shown(await seed.send(userDecider, userId, { type: 'RegisterUser', data: { ...person, inviteUntil } }));
  return userId;
};

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
    GET /api/users                  own   200    403     200   403  403     403     403   200
    GET /api/users/download         own   200    403     403   403  403     403     403   403
    POST /api/user/edit-user        own   200    403     200   403  403     403     403   200
    POST /api/user/edit-user        other 200    403     404   403  403     403     403   404
    GET /api/user/modify-user       own   200    403     403   403  403     403     403   403
    POST /api/user/modify-user      own   200    403     403   403  403     403     403   403
    PUT /api/user                   own   200    403     200   403  403     403     403   200
    PUT /api/user                   other 200    403     404   403  403     403     403   404
    DELETE /api/user                own   200    403     403   403  403     403     403   403
    POST /api/user/invite           own   200    403     200   403  403     403     403   200
    POST /api/user/invite           other 200    403     404   403  403     403     403   404
    DELETE /api/user/invite         own   200    403     200   403  403     403     403   200
    DELETE /api/user/invite         other 200    403     404   403  403     403     403   404
    POST /api/user/erase            own   200    403     403   403  403     403     403   403
    GET /api/updatedRole            own   200    403     403   403  200/403 403     403   403
    GET /api/updatedRole/download   own   200    403     403   403  200/403 403     403   403
    GET /api/user/role-history      own   200    404     200   404  404     404     404   200
    GET /api/user/role-history      other 200    404     404   404  404     404     404   404
    GET /api/user/my-data           own   200    200     200   200  200     200     200   200
    GET /api/user/settings          own   200    200     200   200  200     200     200   200
    PUT /api/user/settings          own   200    200     200   200  200     200     200   200
    GET /api/user/mails             own   200    200     200   200  200     200     200   200
    PUT /api/user/mails             own   200    200     200   200  200     200     200   200
    POST /api/user/first-login-seen own   200    200     200   200  200     200     200   200
    POST /api/user/accept-terms     own   200    200     200   200  200     200     200   200
    POST /api/user/changepassword   own   200    200     200   200  200     200     200   200
  `,
  own: [
    'GET /api/updatedRole/download',
    'GET /api/user/my-data',
    'POST /api/user/invite',
    'POST /api/user/erase',
    'DELETE /api/user/invite',
    'GET /api/user/role-history',
    'GET /api/user/settings',
    'PUT /api/user/settings',
    'GET /api/user/mails',
    'PUT /api/user/mails',
    'POST /api/user/first-login-seen',
    'POST /api/user/accept-terms',
  ],
  calls: (world) => ({
    'GET /api/user': ({ owner }) => ({ target: `/api/user?email=${owner.members.portal.email}` }),
    'GET /api/user/detail': ({ owner }) => ({ target: `/api/user/detail?email=${owner.members.portal.email}` }),
    'GET /api/userById': ({ owner }) => ({ target: `/api/userById?id=${owner.members.portal.userId}` }),
    'POST /api/user': ({ owner }, allowed) => ({
      target: '/api/user',
      json: { id: allowed ? '0' : String(owner.members.portal.userId), firstname: newName(), lastname: 'Example' },
    }),
    'POST /api/user/edit-user': ({ owner }) => ({
      target: '/api/user/edit-user',
      json: { id: 0, ...personOf(owner), invite: true },
    }),
    'GET /api/user/modify-user': ({ owner }) => ({
      target: `/api/user/modify-user?id=${owner.members.user.userId}`,
    }),
    'POST /api/user/modify-user': async ({ owner }, allowed) => ({
      target: '/api/user/modify-user',
      json: { id: await newUser(world, owner, allowed), ...personOf(owner), companyAdmin: false },
    }),
    'PUT /api/user': async ({ owner }, allowed) => ({
      target: '/api/user',
      json: { id: await newUser(world, owner, allowed), status: 'DISABLED' },
    }),
    'DELETE /api/user': async ({ owner }, allowed) => ({
      target: `/api/user?id=${await newUser(world, owner, allowed)}`,
    }),
    'POST /api/user/erase': async ({ owner }, allowed) => {
      const id = await newUser(world, owner, allowed);
      if (allowed) await world.shown(await world.seed.send(userDecider, id, { type: 'DeleteUser', data: {} }));
      return { target: '/api/user/erase', json: { id } };
    },
    'POST /api/user/invite': async ({ owner }, allowed) => ({
      target: '/api/user/invite',
      json: { id: await newUser(world, owner, allowed) },
    }),
    'DELETE /api/user/invite': async ({ owner }, allowed) => ({
      target: `/api/user/invite?id=${await newUser(world, owner, allowed)}`,
    }),
    'GET /api/user/role-history': ({ owner }) => ({
      target: `/api/user/role-history?id=${owner.members.portal.userId}`,
    }),
    'PUT /api/user/mails': (_, allowed) => ({
      target: '/api/user/mails',
      json: { maintained: allowed ? 'never' : 'daily' },
    }),
    'PUT /api/user/settings': (_, allowed) => ({ target: '/api/user/settings', json: { stickyHeader: !allowed } }),
    'POST /api/user/accept-terms': () => ({ target: '/api/user/accept-terms', json: { version: termsVersion } }),
  }),
  probes: {
    'a user to change': {
      of: ({ acme }) => acme.members.user.userId,
      ask: ({ partner }, id) => ({ method: 'POST', target: '/api/user/edit-user', json: { id, ...personOf(partner) } }),
    },
    'a user to disable': {
      of: ({ acme }) => acme.members.user.userId,
      ask: (_world, id) => ({ method: 'PUT', target: '/api/user', json: { id, status: 'DISABLED' } }),
    },
    'a user to invite': {
      of: ({ acme }) => acme.members.user.userId,
      ask: (_world, id) => ({ method: 'POST', target: '/api/user/invite', json: { id } }),
    },
    'a user whose invitation is withdrawn': {
      of: ({ acme }) => acme.members.user.userId,
      ask: (_world, id) => ({ method: 'DELETE', target: `/api/user/invite?id=${id}` }),
    },
    'a user’s roles': {
      of: ({ acme }) => acme.members.user.userId,
      ask: (_world, id) => ({ method: 'GET', target: `/api/user/role-history?id=${id}` }),
    },
    'an organization’s users': {
      of: ({ acme }) => acme.organizationId,
      ask: (_world, id) => ({ method: 'GET', target: `/api/users?org=${id}` }),
    },
    'an organization for a new user': {
      of: ({ acme }) => acme.organizationId,
      ask: ({ partner }, organizationId) => ({
        method: 'POST',
        target: '/api/user/edit-user',
        json: { ...personOf(partner), organizationId },
      }),
    },
    'a user': {
      of: ({ acme }) => acme.members.admin.email,
      ask: (_world, id) => ({
        method: 'GET',
        target: `/api/user?email=${id === noId ? 'nobody@portico.example' : id}`,
      }),
    },
  },
  older: (world) => {
    const edited = (target: string) => async () => {
      const id = await newUser(world, world.acme, true);
      const theirs = { id, ...personOf(world.acme), auditor: true };
      return {
        read: `/api/userById?id=${id}`,
        target,
        theirs,
        mine: { ...theirs, lastname: 'Slower', auditor: false },
        changes: [
          { field: 'firstname', to: theirs.firstname },
          { field: 'email', to: theirs.email },
          { field: 'auditor', from: false, to: true },
        ],
      };
    };
    return {
      'POST /api/user/edit-user': edited('/api/user/edit-user'),
      'POST /api/user/modify-user': edited('/api/user/modify-user'),
      'POST /api/user': async () => {
        const theirs = { firstname: newName(), lastname: 'Example' };
        return {
          read: `/api/user?email=${world.acme.members.portal.email}`,
          target: '/api/user',
          theirs: { id: '0', ...theirs },
          mine: { id: '0', ...theirs, lastname: 'Slower' },
          changes: [
            { field: 'firstname', to: theirs.firstname },
            { field: 'lastname', to: theirs.lastname },
          ],
        };
      },
    };
  },
  canaries: ({ acme }) => Object.values(acme.members).map(({ email }) => email),
};
