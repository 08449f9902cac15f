import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newDeployment, newName } from '#test/examples/route-examples.ts';
import { importForm } from '#test/world/bff-forms.ts';
import type { Member } from '#test/world/bff-seed.ts';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';
import { holdAppend } from '#test/world/hold-append.ts';
import { newGrant } from '../access/examples.ts';
import { undoingIn } from '../fixtures/undoing.ts';
import { approvalOf, newRequest } from '../registration/examples.ts';

let world: BffWorld;
beforeAll(async () => {
  world = await startBffWorld();
});
afterAll(() => world.close());

const { ask, done, entriesOf, newest, previewOf, send, undo } = undoingIn(() => world);
const portal = () => world.acme.members.portal;

type Made = Readonly<{
  thing: string;
  type: string;
  /** Makes something that belongs to it, and returns what the preview then says. */
  use?: () => Promise<object[]>;
  /** Type of the event that deletes it. */
  gone: string;
  /** What refuses the plain deletion as well. */
  refusedBy?: string;
  effects?: string[];
}>;

const newApplication = async () => {
  const { organizationId, members } = world.acme;
  const body = { id: 0, name: newName(), description: 'Sells', external: false, organizationId };
  const owners = members.owner.email;
  const { entityId, id } = await done(portal(), 'POST', '/api/application/edit-application', { ...body, owners });
  return Number(entityId ?? id);
};

const newPerson = async (who: Member, more: object = {}) => {
  const [name, { organizationId }] = [newName(), world.acme];
  const form = { id: 0, firstname: name, lastname: 'Example', email: `${name}@undo.example`, organizationId, ...more };
  const { userId } = await done(who, 'POST', '/api/user/edit-user', form);
  return Number(userId);
};

const newRedis = async () => {
  const settings = { host: 'redis.example', port: '6379', timeout: '500', password: 'NO' };
  const configs = Object.entries(settings).map(([name, value]) => ({ name, value }));
  const form = { id: 0, type: 'REDIS', name: newName(), configs };
  return Number((await done(portal(), 'POST', '/api/resources', form)).id);
};

const things: readonly (readonly [name: string, make: () => Promise<Made>])[] = [
  [
    'an application',
    async () => {
      const id = await newApplication();
      return {
        ...{ thing: `application-${id}`, type: 'ApplicationRegistered', gone: 'ApplicationDeletionRequested' },
        use: async () => {
          await world.publish({ ...world.acme, applicationId: id });
          return [{ kind: 'apis', count: 1 }];
        },
      };
    },
  ],
  [
    'an API',
    async () => {
      const id = await world.publish(world.acme);
      return {
        ...{ thing: `api-${id}`, type: 'ApiPublished', gone: 'ApiDeletionRequested' },
        use: async () => {
          await newGrant(world, world.partner, id);
          return [{ kind: 'access', count: 1 }];
        },
      };
    },
  ],
  [
    'a deployment',
    async () => {
      const { deploymentId } = await newDeployment(world, world.acme);
      return {
        ...{ thing: `deployment-${deploymentId}`, type: 'DeploymentRequested', gone: 'UndeploymentRequested' },
        effects: ['gateway', 'for-good'],
        use: async () => {
          const { apiId, organizationId } = world.acme;
          const { position } = await world.seed.consumer(deploymentId, apiId, organizationId);
          await world.shown(position);
          return [{ kind: 'keys', count: 1 }];
        },
      };
    },
  ],
  [
    'a business area',
    async () => {
      const { id } = await done(portal(), 'POST', '/api/business-area', {
        id: 0,
        name: newName(),
        description: 'Ships',
      });
      return {
        ...{ thing: `business-area-${id}`, type: 'BusinessAreaAdded', gone: 'BusinessAreaRemoved' },
        refusedBy: 'business-area.in-use',
        use: async () => {
          const form = importForm(world.acme.applicationId);
          form.set('businessAreaId', String(id));
          const { body } = await world.ask(world.acme.members.owner, 'POST', '/api/swagger/import', { body: form });
          await world.shown(body.position);
          return [{ kind: 'apis', count: 1 }];
        },
      };
    },
  ],
];

const others: readonly (readonly [name: string, make: () => Promise<Made>])[] = [
  [
    'a person',
    async () => ({ thing: `user-${await newPerson(portal())}`, type: 'UserRegistered', gone: 'UserDeleted' }),
  ],
  [
    'a resource',
    async () => ({ thing: `resource-${await newRedis()}`, type: 'RedisRegistered', gone: 'RedisRemoved' }),
  ],
];

describe.each([...things, ...others])('the creation of %s', (_name, make) => {
  it('is taken back by the plain deletion, and both entries say so', async () => {
    const { thing, type, gone, effects = ['for-good'] } = await make();
    const made = await newest(thing, type);
    expect(made.never).toBeNull();
    const { preview } = await undo(portal(), made);
    expect(preview).toMatchObject({ does: 'remove', effects, uses: [], send: { method: 'delete' } });
    expect(await newest(thing, gone)).toMatchObject({ undoes: made.id, never: 'ends' });
    expect(await previewOf(portal(), made)).toMatchObject({ reason: 'undone', by: expect.anything() });
  });
});

describe.each(things)('the creation of %s', (_name, make) => {
  it('is refused while something belongs to it, with what that is', async () => {
    const { thing, type, use, refusedBy: code = 'undo.in-use' } = await make();
    if (!use) throw new Error('nothing belongs to it');
    const made = await newest(thing, type);
    const seen = await previewOf(portal(), made);
    const uses = await use();
    expect(await previewOf(portal(), made)).toMatchObject({ reason: 'begins', stays: 'in-use', uses, send: null });
    // Whoever saw it before is refused as well.
    const late = await send(portal(), made, seen);
    expect(late.status).toBe(409);
    expect(late.body.code).toBe(code);
    expect(await newest(thing)).toMatchObject({ undoneBy: null });
  });
});

describe('the creation of a person', () => {
  it('is not taken back once they have signed in: the account is theirs', async () => {
    const { userId } = world.acme.members.user;
    const made = await newest(`user-${userId}`, 'UserRegistered');
    expect(await previewOf(portal(), made)).toMatchObject({ reason: 'begins', stays: 'joined', send: null });
    const late = await ask(portal(), 'DELETE', `/api/user?id=${userId}`, undefined, made.id);
    expect(late).toMatchObject({ status: 409, body: { code: 'undo.joined' } });
  });

  it('is not taken back while applications are theirs', async () => {
    const userId = await newPerson(portal());
    const made = await newest(`user-${userId}`, 'UserRegistered');
    const preview = await previewOf(portal(), made);
    const [{ email }] = (await world.pool.query('select email from users where id = $1', [userId])).rows;
    const { organizationId } = world.acme;
    const body = { id: 0, name: newName(), description: 'Sells', external: false, organizationId, owners: email };
    await done(portal(), 'POST', '/api/application/edit-application', body);
    const uses = [{ kind: 'applications', count: 1 }];
    expect(await previewOf(portal(), made)).toMatchObject({ reason: 'begins', stays: 'in-use', uses });
    expect(await send(portal(), made, preview)).toMatchObject({ status: 409, body: { code: 'undo.in-use' } });
  });

  it('is not taken back while cases of the desk are theirs', async () => {
    const to = await newPerson(portal(), { support: true });
    const made = await newest(`user-${to}`, 'UserRegistered');
    const gatewayId = await world.seed.gateway(newName());
    const { operationId, position } = await world.seed.deployment(world.acme.apiId, gatewayId, 'failed');
    await world.shown(position);
    const cause = `failed~permanent~gateway.refused~gateway-${gatewayId}`;
    const give = (what: object) =>
      done(portal(), 'POST', '/api/desk/hand-overs', { ...what, to, note: 'You know Lyon' });
    await give({ causes: [cause] });
    const inUse = (count: number) => ({
      reason: 'begins',
      stays: 'in-use',
      uses: [],
      others: [{ kind: 'cases', count }],
    });
    expect(await previewOf(portal(), made)).toMatchObject(inUse(1));
    await give({ operationIds: [operationId] });
    expect(await previewOf(portal(), made)).toMatchObject(inUse(2));
    // The work is done: the desk shows neither, and nobody takes them from them.
    await world.pool.query(`update operations set state = 'completed' where id = $1`, [operationId]);
    expect((await undo(portal(), made)).preview.does).toBe('remove');
  });

  it('is no way back from an approved request', async () => {
    const approval = approvalOf(await newRequest(world, world.acme), world.acme.organizationId);
    const { userId } = await done(portal(), 'POST', '/api/approve-access-request', approval);
    const made = await newest(`user-${userId}`, 'UserRegistered');
    expect(await previewOf(portal(), made)).toMatchObject({ reason: 'decided', send: null });
    const late = await ask(portal(), 'DELETE', `/api/user?id=${userId}`, undefined, made.id);
    expect(late).toMatchObject({ status: 409, body: { code: 'undo.final' } });
  });

  it('takes the invitation along, by whoever invites', async () => {
    const { admin } = world.acme.members;
    const userId = await newPerson(admin, { invite: true });
    const made = await newest(`user-${userId}`, 'UserRegistered');
    const { preview } = await undo(admin, made);
    expect(preview.send?.path).toBe(`/api/user/invite?id=${userId}`);
    const [deleted, withdrawn] = await entriesOf(`user-${userId}`);
    expect([deleted?.type, withdrawn?.type]).toEqual(['UserDeleted', 'UserInvitationWithdrawn']);
    expect(await previewOf(portal(), made)).toMatchObject({ reason: 'undone' });
  });
});

it('an application that somebody changed since is not taken back before the change is', async () => {
  const id = await newApplication();
  const made = await newest(`application-${id}`, 'ApplicationRegistered');
  const { organizationId, members } = world.acme;
  const body = { id, name: newName(), description: 'Sells more', external: false, organizationId };
  await done(portal(), 'POST', '/api/application/edit-application', { ...body, owners: members.owner.email });
  expect(await previewOf(portal(), made)).toMatchObject({ reason: 'moved' });
  await undo(portal(), await newest(`application-${id}`, 'ApplicationDetailsChanged'));
  expect((await undo(portal(), made)).preview.does).toBe('remove');
});

it('a resource that was given to organizations is not taken back before it is taken from them', async () => {
  const { organizationId } = world.partner;
  const settings = { host: 'redis.example', port: '6379', timeout: '500', password: 'NO' };
  const configs = Object.entries(settings).map(([name, value]) => ({ name, value }));
  const form = { id: 0, type: 'REDIS', name: newName(), isPublic: false, access: [organizationId], configs };
  const { id } = await done(portal(), 'POST', '/api/resources', form);
  const made = await newest(`resource-${id}`, 'RedisRegistered');
  const others = [{ kind: 'organizations', count: 1 }];
  expect(await previewOf(portal(), made)).toMatchObject({ reason: 'begins', stays: 'in-use', uses: [], others });
  const late = await ask(portal(), 'DELETE', `/api/resource/${id}`, undefined, made.id);
  expect(late).toMatchObject({ status: 409, body: { code: 'resource.in-use' } });
});

it('a resource that somebody changed since is not taken back', async () => {
  const id = await newRedis();
  const made = await newest(`resource-${id}`, 'RedisRegistered');
  const settings = { host: 'other.example', port: '6379', timeout: '500', password: 'NO' };
  const configs = Object.entries(settings).map(([name, value]) => ({ name, value }));
  await done(portal(), 'POST', '/api/resources', { id, type: 'REDIS', name: newName(), configs });
  expect(await previewOf(portal(), made)).toMatchObject({ reason: 'moved' });
});

it('an API whose words were changed since is not taken back before they are', async () => {
  const { owner } = world.acme.members;
  const id = await world.publish(world.acme);
  const made = await newest(`api-${id}`, 'ApiPublished');
  const form = new FormData();
  for (const [name, value] of Object.entries({ id: String(id), name: 'Matrix three', description: 'Rows' }))
    form.set(name, value);
  await world.shown((await world.ask(owner, 'POST', '/api/swagger/import', { body: form })).body.position);
  const changed = await newest(`api-${id}`, 'ApiDetailsChanged');
  expect(await previewOf(owner, made)).toMatchObject({ reason: 'moved', by: { id: changed.id } });
  await undo(owner, changed);
  expect((await undo(owner, made)).preview.does).toBe('remove');
});

it('a deployment stays while its end is refused anyway, and the preview says why', async () => {
  const { deploymentId } = await newDeployment(world, world.acme);
  const made = await newest(`deployment-${deploymentId}`, 'DeploymentRequested');
  const setDatabase = (has: boolean) =>
    world.pool.query(
      `insert into gateway_mirrors (gateway_id, seen_at, has_database) values ($1, now(), $2)
       on conflict (gateway_id) do update set has_database = excluded.has_database`,
      [world.publicGatewayId, has],
    );
  await setDatabase(false);
  expect(await previewOf(portal(), made)).toMatchObject({ reason: 'begins', stays: 'read-only', send: null });
  await setDatabase(true);
  const { gatewayId: kongServer } = world.acme;
  await done(portal(), 'POST', `/api/swaggers/deployment/${deploymentId}/move`, { kongServer });
  expect(await previewOf(portal(), made)).toMatchObject({ reason: 'begins', stays: 'moving', send: null });
});

describe('calls of a deployment', () => {
  const count = (apiId: number, calls: number) =>
    world.pool.query(
      `insert into gateway_request_counts (hour, api_id, environment, status, count)
       values (date_trunc('hour', now()), $1, 'DEV', 200, $2)`,
      [apiId, calls],
    );
  const deployed = async () => {
    const apiId = await world.publish(world.acme);
    const { deploymentId, position } = await world.seed.deployment(apiId, world.publicGatewayId);
    await world.shown(position);
    return { apiId, made: await newest(`deployment-${deploymentId}`, 'DeploymentRequested') };
  };

  it('keep it, each counted once, however many there are', async () => {
    const { apiId, made } = await deployed();
    const preview = await previewOf(portal(), made);
    await count(apiId, 3);
    expect(await previewOf(portal(), made)).toMatchObject({ uses: [{ kind: 'calls', count: 3 }] });
    expect(await send(portal(), made, preview)).toMatchObject({ status: 409, body: { code: 'undo.in-use' } });
    await world.pool.query('update gateway_request_counts set count = 2147483647 where api_id = $1', [apiId]);
    await world.pool.query(
      `insert into gateway_request_counts (hour, api_id, environment, status, count)
       select hour, api_id, environment, 500, count from gateway_request_counts where api_id = $1`,
      [apiId],
    );
    expect(await previewOf(portal(), made)).toMatchObject({ uses: [{ kind: 'calls', count: 2_147_483_647 }] });
  });

  it('are not those of another deployment of its API in the environment', async () => {
    const { apiId, made } = await deployed();
    const otherId = await world.seed.gateway(newName());
    await world.shown((await world.seed.deployment(apiId, otherId)).position);
    await count(apiId, 3);
    expect(await previewOf(portal(), made)).toMatchObject({ reason: null });
    await world.pool.query(`select ensure_request_partition((now() at time zone 'UTC')::date)`);
    await world.pool.query(
      `insert into gateway_requests (started_at, gateway_id, request_id, api_id, api_name, organization_name, environment, client_ip, upstream_uri, status)
       select now(), unnest($2::integer[]), gen_random_uuid(), $1, '', '', 'DEV', '', '', 200`,
      [apiId, [world.publicGatewayId, otherId]],
    );
    expect(await previewOf(portal(), made)).toMatchObject({ uses: [{ kind: 'calls', count: 1 }] });
  });
});

it.each([true, false])(
  'a key that is added while a deployment is removed is refused (before: %s)',
  async (isBefore) => {
    const { deploymentId } = await newDeployment(world, world.acme);
    const { apiId, organizationId } = world.acme;
    const key = { apiModelId: apiId, deploymentId, organizationId, nickname: newName() };
    const held = holdAppend(world.services.store, isBefore ? 'ConsumerRequested' : 'UndeploymentRequested');
    const add = () => ask(portal(), 'POST', '/api/kong/add-consumer', key);
    const remove = () => done(portal(), 'DELETE', `/api/swaggers/deployment/${deploymentId}`);
    const first = isBefore ? add() : remove();
    await held.reached;
    const second = await (isBefore ? remove() : add());
    held.release();
    const added = isBefore ? await first : second;
    await first;
    const stream = await world.services.store.read(`deployment-${deploymentId}`);
    expect(stream.at(-1)?.type).toBe('UndeploymentRequested');
    // The one that comes in between is taken along; none comes after.
    const code = isBefore ? 'consumer.deployment-not-ready' : undefined;
    expect((added as { body?: { code?: string } }).body?.code).toBe(code);
  },
);

it('a key is refused by the log where the read tables do not show yet that its deployment goes', async () => {
  const { deploymentId } = await newDeployment(world, world.acme);
  const { apiId, organizationId } = world.acme;
  await done(portal(), 'DELETE', `/api/swaggers/deployment/${deploymentId}`);
  await world.allShown();
  await world.pool.query("update deployments set state = 'deployed' where id = $1", [deploymentId]);
  const key = { apiModelId: apiId, deploymentId, organizationId, nickname: newName() };
  const late = await ask(portal(), 'POST', '/api/kong/add-consumer', key);
  expect(late.body.errors).toEqual([expect.objectContaining({ code: 'consumer.deployment-not-ready' })]);
});

it('a deployment that gets a key while it is taken back stays, and the key works', async () => {
  const { deploymentId } = await newDeployment(world, world.acme);
  const made = await newest(`deployment-${deploymentId}`, 'DeploymentRequested');
  const preview = await previewOf(portal(), made);
  const held = holdAppend(world.services.store, 'UndeploymentRequested');
  const undoing = send(portal(), made, preview);
  await held.reached;
  const { apiId, organizationId } = world.acme;
  const key = { apiModelId: apiId, deploymentId, organizationId, nickname: newName() };
  await done(portal(), 'POST', '/api/kong/add-consumer', key);
  held.release();
  expect(await undoing).toMatchObject({ status: 409, body: { code: 'undo.in-use' } });
  expect(await newest(`deployment-${deploymentId}`)).toMatchObject({ undoneBy: null });
});

it('a deletion that undoes nothing takes along what it always did', async () => {
  const { deploymentId } = await newDeployment(world, world.acme);
  const { apiId, organizationId } = world.acme;
  await world.shown((await world.seed.consumer(deploymentId, apiId, organizationId)).position);
  await done(portal(), 'DELETE', `/api/swaggers/deployment/${deploymentId}`);
  expect(await newest(`deployment-${deploymentId}`)).toMatchObject({ type: 'UndeploymentRequested', undoes: null });
});
