import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PorticoEvent } from '#domain/event-catalogue.ts';
import { newName } from '#test/examples/route-examples.ts';
import { specText } from '#test/world/bff-seed.ts';
import { type BffWorld, startBffWorld, type TestResponse } from '#test/world/bff-world.ts';
import { holdAppend } from '#test/world/hold-append.ts';
import { approvalOf, newRequest } from '../registration/examples.ts';

let world: BffWorld;
beforeAll(async () => {
  world = await startBffWorld();
});
afterAll(() => world.close());

const root = '/api/organization';
const portal = () => world.acme.members.portal;
/** Decides on what the other one asked for. */
const colleague = () => world.partner.members.portal;
const post = (target: string, json?: object, who = portal()) => world.ask(who, 'POST', target, json ? { json } : {});

const newOrganization = async () => {
  const id = await world.seed.organization(newName(), true);
  await world.allShown();
  return id;
};
const importInto = async (fields: Readonly<Record<string, number>>, who = world.acme.members.owner) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
  form.set('jsonFile', new File([specText(newName())], 'spec.json'));
  return await world.ask(who, 'POST', '/api/swagger/import', { body: form });
};
const personOf = (organizationId: number) => ({
  firstname: 'Nora',
  lastname: 'Lind',
  email: `${newName()}@applicant.example`,
  organizationId,
});
const addPerson = (organizationId: number) => post('/api/user/edit-user', personOf(organizationId));
const applicationOf = (organizationId: number) => ({
  name: newName(),
  description: 'Sells parcels',
  contact: '',
  external: true,
  owners: '',
  organizationId,
});

const deployFormOf = (id: number) => ({
  id,
  name: newName(),
  env: 'DEV',
  auth: 'apikey',
  contextPath: newName(),
  upstreamUrl: 'https://parcels.upstream.example/v1',
  kongServer: world.publicGatewayId,
  oAuth2Config: { tokenExpiration: 3_600 },
  rateLimit: { enabled: false, ratePerMinute: 30 },
});

/** Ways to close an organization. */
const closing = {
  deactivate: (id: number) => post(`${root}/deactivate-organization?id=${id}&deactivated=true`),
  'approve the deletion of': async (id: number) => {
    const asked = await post(`${root}/delete-organization?id=${id}`);
    const target = `${root}/approve-delete-organization?id=${asked.body.requestId}&orgId=${id}`;
    return await post(target, undefined, world.partner.members.portal);
  },
};

/**
 * Runs a command until it has decided, then another one to its end, then the rest of the first. Returns the response of
 * the first and what it wrote of that type.
 */
const overtaken = async (
  type: PorticoEvent['type'],
  first: () => Promise<TestResponse>,
  second: () => Promise<TestResponse>,
) => {
  const {
    rows: [{ count: before }],
  } = await world.pool.query('select count(*)::int from events where type = $1', [type]);
  const held = holdAppend(world.services.store, type);
  const running = first();
  // A command that is refused before is never held.
  const early = await Promise.race([held.reached, running]);
  if (early) throw new Error(`not held: ${JSON.stringify(early.body)}`);
  expect(await second()).toMatchObject({ status: 200 });
  held.release();
  const { status, body } = await running;
  const {
    rows: [{ count: after }],
  } = await world.pool.query('select count(*)::int from events where type = $1', [type]);
  const [problem] = (body.errors as { field: string; code: string }[] | undefined) ?? [];
  return { status, code: problem?.code ?? body.code, field: problem?.field, written: after - before };
};

type Entry = Readonly<{
  type: PorticoEvent['type'];
  by: keyof typeof closing;
  /** Prepares, and returns the command that puts something into an organization. */
  into: (organizationId: number) => Promise<() => Promise<TestResponse>>;
  refused: Readonly<{ status: number; code: string; field?: string }>;
}>;

const gone = (code: string) => ({ status: 400, code, field: 'organizationId' });

const entries: readonly (readonly [what: string, Entry])[] = [
  ...(['deactivate', 'approve the deletion of'] as const).map(
    (by) =>
      [
        `a person whose request is approved (${by})`,
        {
          type: 'RegistrationApprovalBegun',
          by,
          into: async (id: number) => {
            const approval = approvalOf(await newRequest(world, world.acme), id);
            return () => post('/api/approve-access-request', approval);
          },
          refused: gone(`registration.organization-${by === 'deactivate' ? 'deactivated' : 'gone'}`),
        },
      ] as const,
  ),
  [
    'a person who is added',
    {
      type: 'UserRegistered',
      by: 'approve the deletion of',
      into: async (id) => () => addPerson(id),
      refused: gone('user.organization-unknown'),
    },
  ],
  [
    'a person who is invited',
    {
      type: 'UserRegistered',
      by: 'approve the deletion of',
      into: async (id) => () => post('/api/user/edit-user', { ...personOf(id), invite: true }),
      refused: gone('user.organization-unknown'),
    },
  ],
  [
    'a person who moves to it, by the role edit',
    {
      type: 'UserMoved',
      by: 'approve the deletion of',
      into: async (organizationId) => {
        const { body } = await addPerson(world.acme.organizationId);
        return () => post('/api/user', { id: body.id, organizationId });
      },
      refused: gone('user.organization-unknown'),
    },
  ],
  [
    'a person who moves to it, by the form',
    {
      type: 'UserMoved',
      by: 'approve the deletion of',
      into: async (organizationId) => {
        const person = personOf(world.acme.organizationId);
        const { body } = await post('/api/user/edit-user', person);
        return () => post('/api/user/modify-user', { ...person, id: body.id, organizationId });
      },
      refused: gone('user.organization-unknown'),
    },
  ],
  [
    'an application that is added',
    {
      type: 'ApplicationRegistered',
      by: 'approve the deletion of',
      into: async (id) => () => post('/api/application/edit-application', { id: 0, ...applicationOf(id) }),
      refused: gone('application.organization-required'),
    },
  ],
  [
    'an application that moves to it',
    {
      type: 'ApplicationMoved',
      by: 'approve the deletion of',
      into: async (organizationId) => {
        const form = applicationOf(world.acme.organizationId);
        const { body } = await post('/api/application/edit-application', { id: 0, ...form });
        await world.shown(body.position);
        return () => post('/api/application/edit-application', { ...form, id: body.id, organizationId });
      },
      refused: gone('application.organization-required'),
    },
  ],
  [
    'an API of its application',
    {
      type: 'ApiPublished',
      by: 'approve the deletion of',
      into: async (organizationId) => {
        const bizappId = await world.seed.application(organizationId, newName(), [world.acme.members.owner.userId]);
        await world.allShown();
        return () => importInto({ bizappId });
      },
      refused: { status: 409, code: 'organization.deleting' },
    },
  ],
  [
    'a request for access',
    {
      type: 'ApiAccessRequested',
      by: 'approve the deletion of',
      into: async (organizationId) => () =>
        post('/api/request-access', { organizationId, productId: world.acme.apiId, reason: '' }),
      refused: gone('access.organization-required'),
    },
  ],
  [
    'a grant',
    {
      type: 'ApiAccessApproved',
      by: 'approve the deletion of',
      into: async (organizationId) => {
        const { body } = await post('/api/request-access', { organizationId, productId: world.acme.apiId, reason: '' });
        await world.shown(body.position);
        return () => post('/api/approve-api-access-request', { apiAccessRequestId: body.id }, colleague());
      },
      refused: { status: 409, code: 'organization.deleting' },
    },
  ],
];

describe('an organization that is closed during a command that adds something to it', () => {
  it.each(entries)('does not get %s', async (_what, { type, by, into, refused }) => {
    const id = await newOrganization();
    const enter = await into(id);
    expect(await overtaken(type, enter, () => closing[by](id))).toEqual({ field: undefined, ...refused, written: 0 });
  });

  it.each(Object.entries(closing))('is closed after a command that was faster (%s)', async (_verb, close) => {
    const id = await newOrganization();
    const type = close === closing.deactivate ? 'OrganizationDeactivated' : 'OrganizationDeletionApproved';
    expect(
      await overtaken(
        type,
        () => close(id),
        () => addPerson(id),
      ),
    ).toMatchObject({ status: 200, written: 1 });
    const { rows } = await world.pool.query(
      `select type from events where type in ('UserRegistered', $1) order by xid desc, pos desc limit 2`,
      [type],
    );
    // Whoever follows the log finds the person when the organization closes.
    expect(rows.map((row) => row.type)).toEqual([type, 'UserRegistered']);
  });

  it('gets 20 people at once while it is open', async () => {
    const id = await newOrganization();
    const added = await Promise.all(Array.from({ length: 20 }, () => addPerson(id)));
    expect(added.map(({ status }) => status)).toEqual(Array(20).fill(200));
  });
});

describe('business areas and applications', () => {
  it('a business area is not removed if an API joins it first', async () => {
    const id = await world.seed.businessArea(newName());
    await world.allShown();
    const remove = () => world.ask(portal(), 'DELETE', `/api/business-area/${id}`);
    const publish = () => importInto({ bizappId: world.acme.applicationId, businessAreaId: id });
    expect(await overtaken('BusinessAreaRemoved', remove, publish)).toMatchObject({
      status: 409,
      code: 'business-area.in-use',
      written: 0,
    });
  });

  it.each(['new', 'changed'])('an API does not join a business area that is removed first (%s)', async (which) => {
    const id = await world.seed.businessArea(newName());
    await world.allShown();
    const isNew = which === 'new';
    const fields = isNew ? { bizappId: world.acme.applicationId } : { id: world.acme.apiId };
    const put = () => importInto({ ...fields, businessAreaId: id });
    const remove = () => world.ask(portal(), 'DELETE', `/api/business-area/${id}`);
    expect(await overtaken(isNew ? 'ApiPublished' : 'ApiDetailsChanged', put, remove)).toMatchObject({
      status: 400,
      field: 'businessAreaId',
      written: 0,
    });
  });

  it('an application does not move to another organization when it gets an API first', async () => {
    const form = applicationOf(world.acme.organizationId);
    const { body } = await post('/api/application/edit-application', { id: 0, ...form });
    await world.shown(body.position);
    const target = await newOrganization();
    const move = () => post('/api/application/edit-application', { ...form, id: body.id, organizationId: target });
    const publish = () => importInto({ bizappId: Number(body.id) }, portal());
    expect(await overtaken('ApplicationMoved', move, publish)).toMatchObject({
      code: 'application.organization-fixed',
      written: 0,
    });
  });

  it('an API does not join an application whose deletion is requested first', async () => {
    const applicationId = await world.seed.application(world.acme.organizationId, newName(), [
      world.acme.members.owner.userId,
    ]);
    await world.allShown();
    const publish = () => importInto({ bizappId: applicationId });
    const remove = () => world.ask(portal(), 'DELETE', `/api/application/${applicationId}`);
    expect(await overtaken('ApiPublished', publish, remove)).toMatchObject({
      status: 400,
      code: 'application.deleting',
      written: 0,
    });
  });
});

describe('an API whose deletion is requested first', () => {
  const newApi = async () => {
    const id = await world.seed.api(world.acme.organizationId, world.acme.applicationId, newName());
    await world.allShown();
    return id;
  };
  const ask = (productId: number) =>
    post('/api/request-access', { organizationId: world.partner.organizationId, productId, reason: '' });
  const entering: readonly (readonly [
    what: string,
    PorticoEvent['type'],
    (id: number) => Promise<() => Promise<TestResponse>>,
  ])[] = [
    ['a deployment', 'DeploymentRequested', async (id) => () => post('/api/swagger/deploy', deployFormOf(id))],
    ['a request for access', 'ApiAccessRequested', async (id) => () => ask(id)],
    [
      'a grant',
      'ApiAccessApproved',
      async (id) => {
        const { body } = await ask(id);
        await world.shown(body.position);
        return () => post('/api/approve-api-access-request', { apiAccessRequestId: body.id }, colleague());
      },
    ],
  ];
  it.each(entering)('does not get %s', async (_what, type, into) => {
    const id = await newApi();
    const enter = await into(id);
    const remove = () => world.ask(portal(), 'DELETE', `/api/swaggers/${id}`);
    expect(await overtaken(type, enter, remove)).toMatchObject({ status: 409, code: 'api.deleting', written: 0 });
  });
});
