import { organizationDecider } from '#domain/organization/decider.ts';
import { type MakeCall, newName, noId, noOperation, type RouteExamples } from '#test/examples/route-examples.ts';
import type { BffWorld } from '#test/world/bff-world.ts';
import { newId } from '../http/new-id.ts';

/** What an external organization needs beside its name and contact. */
export const externalFields = {
  external: true,
  phoneNumber: '+1(816)-111-1111',
  address1: '1 High Street',
  city: 'Saint-Étienne',
  state: 'North Coast',
  country: 'Exampland',
  zip: '12345',
  registrationId: 'HRB 1',
  billingType: 'Postpaid',
  taxNo: 'T-1',
} as const;

const misspelt = (call: string): string => call.replace('/organization/', '/organiztion/');

const onlyPortal = '200 403 403 403 403 403 403 403';
const alsoInternalUsers = '200 404 404 200/404 404 404 200/404 404';
const onlyPortalOfOthers = '200 404 404 404 404 404 404 404';

/** Calls that have a misspelt path as well. */
const promised: readonly (readonly [call: string, subject: string, statuses: string])[] = [
  ['GET /api/organization/edit-organization', 'own', onlyPortal],
  ['POST /api/organization/edit-organization', 'own', onlyPortal],
  ...(['GET', 'POST'] as const).flatMap(
    (method) =>
      [
        [`${method} /api/organization/delete-organization`, 'own', alsoInternalUsers],
        [`${method} /api/organization/delete-organization`, 'other', onlyPortalOfOthers],
        [`${method} /api/organization/approve-delete-organization`, 'own', onlyPortal],
        [`${method} /api/organization/deny-delete-organization`, 'own', onlyPortal],
      ] as const,
  ),
  ['GET /api/organization/check-organization-consumers', 'own', onlyPortal],
];

const off = { operationId: noOperation, deactivated: true, hasLastAdministrator: false };

/** An organization that somebody else requested to delete. */
const requested = async ({ seed, pool, shown }: BffWorld) => {
  const orgId = await seed.organization(newName(), true);
  const requestId = await newId(pool, 'organization-deletion');
  const data = { requestId, requestedBy: 0, usedLately: false, hasLastAdministrator: false, callers: [], accepted: [] };
  await shown(await seed.send(organizationDecider, orgId, { type: 'RequestDeletion', data }));
  return { orgId, requestId };
};

const callsOf = (world: BffWorld): Record<string, MakeCall> => {
  const byId =
    (path: string, more = ''): MakeCall =>
    ({ owner }) => ({ target: `${path}?id=${owner.organizationId}${more}` });
  const decide =
    (path: string): MakeCall =>
    async (_subject, allowed) => {
      const { orgId, requestId } = allowed ? await requested(world) : { orgId: noId, requestId: noId };
      return { target: `${path}?id=${requestId}&orgId=${orgId}` };
    };
  const save =
    (path: string): MakeCall =>
    () => ({ target: path, json: { id: 0, name: newName(), contact: 'Ada', external: false } });
  const right = '/api/organization';
  const twice = (make: (path: string) => MakeCall, methods: readonly string[], name: string) =>
    [right, misspelt(`${right}/`).slice(0, -1)].flatMap((root) =>
      methods.map((method) => [`${method} ${root}/${name}`, make(`${root}/${name}`)] as const),
    );
  const both = ['GET', 'POST'];
  return Object.fromEntries([
    // Already as wanted: nothing is deactivated by it.
    ...both.map((method) => {
      const path = `${right}/deactivate-organization`;
      return [`${method} ${path}`, byId(path, '&deactivated=false')] as const;
    }),
    ...twice(byId, ['GET'], 'edit-organization'),
    ...twice(save, ['POST'], 'edit-organization'),
    ...twice(byId, both, 'delete-organization'),
    ...twice(decide, both, 'approve-delete-organization'),
    ...twice(decide, both, 'deny-delete-organization'),
    ...twice(byId, ['GET'], 'check-organization-consumers'),
    [
      // No request waits: who may withdraw their own gets 409.
      `POST ${right}/withdraw-delete-organization`,
      ({ owner }: Parameters<MakeCall>[0]) => ({
        target: `${right}/withdraw-delete-organization?id=${noId}&orgId=${owner.organizationId}`,
      }),
    ] as const,
    [
      'GET /api/delete-organization-requests/approver',
      ({ owner }: Parameters<MakeCall>[0]) => ({
        target: `/api/delete-organization-requests/approver?id=${noId}&orgId=${owner.organizationId}`,
      }),
    ] as const,
    [
      'POST /api/delete-organization-requests/denials',
      async (_subject: Parameters<MakeCall>[0], allowed: boolean) => ({
        target: '/api/delete-organization-requests/denials',
        json: { requestIds: [allowed ? (await requested(world)).requestId : noId] },
      }),
    ] as const,
    ...['', '/belongings', '/history'].map(
      (part) =>
        [
          `GET ${right}/{id}${part}`,
          ({ owner }: Parameters<MakeCall>[0]) => ({ target: `${right}/${owner.organizationId}${part}` }),
        ] as const,
    ),
  ]);
};

export const examples: RouteExamples = {
  who: `
                                                    portal gateway admin user auditor support owner owningAdmin
    GET /api/all-organizations                own   200    200     200   200  200     200     200   200
    GET /api/organizations                    own   ${onlyPortal}
    GET /api/organizations/download           own   ${onlyPortal}
    GET /api/organization/{id}                own   200    200     200   200  200     200     200   200
    GET /api/organization/{id}                other ${onlyPortalOfOthers}
    GET /api/organization/{id}/belongings     own   ${onlyPortal}
    GET /api/organization/{id}/belongings     other ${onlyPortal}
    GET /api/organization/{id}/history        own   ${onlyPortal}
    GET /api/organization/{id}/history        other ${onlyPortal}
    GET /api/organization/deactivate-organization  own   ${alsoInternalUsers}
    GET /api/organization/deactivate-organization  other ${onlyPortalOfOthers}
    POST /api/organization/deactivate-organization own   ${alsoInternalUsers}
    POST /api/organization/deactivate-organization other ${onlyPortalOfOthers}
    POST /api/organization/withdraw-delete-organization own   409 404 404 409/404 404 404 409/404 404
    POST /api/organization/withdraw-delete-organization other 409 404 404 404 404 404 404 404
    GET /api/delete-organization-requests     own   ${onlyPortal}
    GET /api/grant-organization-requests      own   ${onlyPortal}
    GET /api/delete-organization-requests/approver own ${onlyPortal}
    GET /api/delete-organization-requests/approver other ${onlyPortal}
    GET /api/delete-organization-requests/download own ${onlyPortal}
    POST /api/delete-organization-requests/denials own ${onlyPortal}
    GET /api/grant-organization-requests/download  own ${onlyPortal}
    ${promised
      .flatMap(([call, ...rest]) => [
        [call, ...rest],
        [misspelt(call), ...rest],
      ])
      .map((row) => row.join(' '))
      .join('\n')}
  `,
  own: [
    'GET /api/organizations/download',
    'GET /api/delete-organization-requests/download',
    'GET /api/grant-organization-requests/download',
    'GET /api/delete-organization-requests/approver',
    'POST /api/delete-organization-requests/denials',
    'GET /api/organization/{id}/belongings',
    'GET /api/organization/{id}/history',
    'POST /api/organization/withdraw-delete-organization',
    'POST /api/organization/deactivate-organization',
    ...new Set(promised.map(([call]) => call)),
    ...['delete', 'approve-delete', 'deny-delete'].map((name) => `POST /api/organiztion/${name}-organization`),
  ],
  calls: callsOf,
  probes: {
    'an organization': {
      of: ({ acme }) => acme.organizationId,
      ask: (_world, id) => ({ method: 'GET', target: `/api/organization/${id}` }),
    },
    'an organization to deactivate': {
      of: ({ acme }) => acme.organizationId,
      ask: (_world, id) => ({ method: 'POST', target: `/api/organization/deactivate-organization?id=${id}` }),
    },
    'an organization to delete': {
      of: ({ acme }) => acme.organizationId,
      ask: (_world, id) => ({ method: 'POST', target: `/api/organization/delete-organization?id=${id}` }),
    },
  },
  older: ({ seed, shown }) =>
    Object.fromEntries(
      ['/api/organization', '/api/organiztion'].map((root) => [
        `POST ${root}/edit-organization`,
        async () => {
          const name = newName();
          const id = await seed.organization(name, false);
          await shown((await seed.send(organizationDecider, id, { type: 'SwitchOrganization', data: off })) as string);
          const theirs = { id, name, contact: 'Ada', description: `About ${name}`, external: false };
          return {
            read: `${root}/edit-organization?id=${id}`,
            target: `${root}/edit-organization`,
            theirs,
            mine: { ...theirs, contact: 'Ben' },
            changes: [{ field: 'contact', to: 'Ada' }],
          };
        },
      ]),
    ),
  canaries: () => ['contact of Acme'],
};
