import { randomBytes, randomUUID } from 'node:crypto';
import { tokenBytes } from '#domain/registration/confirmation.ts';
import { registrationDecider } from '#domain/registration/decider.ts';
import { hashOf, keepUnconfirmed } from '#platform/unconfirmed-requests.ts';
import { newName, type RouteExamples } from '#test/examples/route-examples.ts';
import type { BffWorld, Side } from '#test/world/bff-world.ts';
import { newId } from '../http/new-id.ts';

const canary = 'canarycompanyperson';

/** Lets somebody ask for an account of an organization. Returns the request's id. */
export const newRequest = async (world: BffWorld, { name }: Side, email = `applicant@${newName()}.example`) => {
  const registrationId = await newId(world.pool, 'registration');
  const userId = await newId(world.pool, 'user');
  await world.shown(
    await world.seed.send(registrationDecider, registrationId, {
      type: 'RequestRegistration',
      data: {
        registrationId,
        userId,
        firstname: 'Nora',
        lastname: canary,
        email,
        company: name,
        phoneNumber: '',
        comments: '',
        termsVersion: '2026-01-01',
      },
    }),
  );
  return registrationId;
};

/** Denies somebody an account. Returns the request's id. */
export const newDenial = async (world: BffWorld, side: Side) => {
  const id = await newRequest(world, side);
  const data = { decidedBy: side.members.portal.userId, reason: 'Unknown here' };
  await world.shown(await world.seed.send(registrationDecider, id, { type: 'DenyRegistration', data }));
  return id;
};

/** What the review form sends. */
export const approvalOf = (accessRequestId: number, organizationId: number) => ({
  accessRequestId,
  organizationId,
  firstname: 'Nora',
  lastname: 'Lind',
  email: `applicant@${newName()}.example`,
  companyAdmin: false,
  organization: true,
});

/** What the form Sign Up sends. */
export const signUpForm = () => ({
  firstName: 'Nora',
  lastName: 'Lind',
  email: `${newName()}@applicant.test`,
  company: 'Harbour Freight',
  comments: '',
  agreeToTerm: 'yes',
  phoneNumber: '',
});

/** Lets somebody ask for an account who has not confirmed the address yet. Returns the token of the link. */
export const newToken = async ({ pool, services: { vault } }: BffWorld): Promise<string> => {
  const { agreeToTerm: _yes, firstName: firstname, lastName: lastname, ...form } = signUpForm();
  const token = randomBytes(tokenBytes).toString('base64url');
  const id = randomUUID();
  await keepUnconfirmed(pool, vault, {
    id,
    registrationId: await newId(pool, 'registration'),
    userId: await newId(pool, 'user'),
    form: JSON.stringify({ ...form, firstname, lastname, termsVersion: '2026-01-01' }),
    email: form.email,
    network: 'example',
    hours: 1,
  });
  await pool.query('update unconfirmed_requests set token_hash = $2, sent_at = now() where id = $1', [
    id,
    hashOf(token),
  ]);
  return token;
};

export const examples: RouteExamples = {
  who: `
                                                         portal gateway admin user auditor support owner owningAdmin
    POST /api/access-requests                      own   200    200     200   200  200     200     200   200
    POST /api/confirm-access-request               own   200    200     200   200  200     200     200   200
    GET /api/pending-requests                      own   200    403     403   403  403     403     403   403
    GET /api/pending-requests/download             own   200    403     403   403  403     403     403   403
    GET /api/organization-pending-requests         own   200    404     200   404  404     404     404   200
    GET /api/organization-pending-requests         other 200    404     404   404  404     404     404   404
    GET /api/organization-pending-requests/download own  200    404     200   404  404     404     404   200
    GET /api/organization-pending-requests/download other 200   404     404   404  404     404     404   404
    POST /api/approve-access-request               own   200    403     403   403  403     403     403   403
    POST /api/deny-access-request                  own   200    403     403   403  403     403     403   403
    POST /api/erase-access-request                 own   200    403     403   403  403     403     403   403
    POST /api/deny-access-requests                 own   200    403     403   403  403     403     403   403
    POST /api/deny-organization-access-requests    own   200    403     200   403  403     403     403   200
    POST /api/deny-organization-access-requests    other 200    403     404   403  403     403     403   404
    POST /api/approve-organization-request         own   200    403     200   403  403     403     403   200
    POST /api/approve-organization-request         other 200    403     404   403  403     403     403   404
    POST /api/deny-organization-access-request     own   200    403     200   403  403     403     403   200
    POST /api/deny-organization-access-request     other 200    403     404   403  403     403     403   404
  `,
  own: [
    'GET /api/pending-requests/download',
    'GET /api/organization-pending-requests/download',
    'POST /api/confirm-access-request',
    'POST /api/deny-access-requests',
    'POST /api/deny-organization-access-requests',
    'POST /api/erase-access-request',
  ],
  calls: (world) => {
    const queue =
      (path: string) =>
      ({ owner }: { owner: Side }) => ({ target: `${path}?orgId=${owner.organizationId}` });
    const approve =
      (path: string) =>
      async ({ owner }: { owner: Side }) => ({
        target: path,
        json: approvalOf(await newRequest(world, owner), owner.organizationId),
      });
    const deny =
      (path: string) =>
      async ({ owner }: { owner: Side }) => ({
        target: path,
        json: { accessRequestId: await newRequest(world, owner), reason: 'Unknown here' },
      });
    const denyMany =
      (path: string) =>
      async ({ owner }: { owner: Side }) => ({
        target: path,
        json: {
          accessRequestIds: [await newRequest(world, owner), await newRequest(world, owner)],
          reason: 'Unknown here',
        },
      });
    return {
      'POST /api/access-requests': () => ({ target: '/api/access-requests', json: signUpForm() }),
      'POST /api/confirm-access-request': async () => ({
        target: '/api/confirm-access-request',
        json: { token: await newToken(world) },
      }),
      'POST /api/deny-access-requests': denyMany('/api/deny-access-requests'),
      'POST /api/deny-organization-access-requests': denyMany('/api/deny-organization-access-requests'),
      'GET /api/organization-pending-requests': queue('/api/organization-pending-requests'),
      'GET /api/organization-pending-requests/download': queue('/api/organization-pending-requests/download'),
      'POST /api/approve-access-request': approve('/api/approve-access-request'),
      'POST /api/deny-access-request': deny('/api/deny-access-request'),
      'POST /api/approve-organization-request': approve('/api/approve-organization-request'),
      'POST /api/erase-access-request': async ({ owner }) => ({
        target: '/api/erase-access-request',
        json: { accessRequestId: await newDenial(world, owner) },
      }),
      'POST /api/deny-organization-access-request': deny('/api/deny-organization-access-request'),
    };
  },
  probes: {
    'a queue of requests for accounts': {
      of: ({ acme }) => acme.organizationId,
      ask: (_world, id) => ({ method: 'GET', target: `/api/organization-pending-requests?orgId=${id}` }),
    },
    'a request for an account to approve': {
      of: (world) => newRequest(world, world.acme),
      ask: ({ partner }, id) => ({
        method: 'POST',
        target: '/api/approve-organization-request',
        json: approvalOf(Number(id), partner.organizationId),
      }),
    },
    'a request for an account to deny': {
      of: (world) => newRequest(world, world.acme),
      ask: (_world, id) => ({
        method: 'POST',
        target: '/api/deny-organization-access-request',
        json: { accessRequestId: id, reason: '' },
      }),
    },
    'requests for accounts to deny in one act': {
      of: (world) => newRequest(world, world.acme),
      ask: (_world, id) => ({
        method: 'POST',
        target: '/api/deny-organization-access-requests',
        json: { accessRequestIds: [id], reason: 'Unknown here' },
      }),
    },
  },
  canaries: async (world) => {
    await newRequest(world, world.acme);
    return [canary];
  },
};
