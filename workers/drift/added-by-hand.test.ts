import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { differenceDecider } from '#domain/difference/decider.ts';
import { differenceIdOf } from '#domain/difference/difference-id.ts';
import { type ForeignKind, foreignStreamId } from '#domain/drift/drift.ts';
import { resourceDecider } from '#domain/resource/decider.ts';
import { userDecider } from '#domain/user/decider.ts';
import { loadState } from '#eventstore/load.ts';
import { entityKinds, tagsOf } from '#gateway/admin-api/entity.ts';
import { markOf } from '#gateway/drift/below.ts';
import { heldIn } from '#gateway/drift/lost-objects.ts';
import { porticoTag } from '#gateway/names/gateway-names.ts';
import { ownAmong } from '#gateway/plan/own-entities.ts';
import { randomId } from '#platform/uuid.ts';
import { within } from '#test/runner/limit.ts';
import { startWorkedWorld, type WorkedWorld } from '#test/world/worker-world.ts';
import { suspectedDeployments } from '../deployment/lost-protection.ts';
import { withGateway } from '../gateway/gateway-session.ts';
import { lookFacts } from '../mail/look-facts.ts';
import { wordsIn } from '../mail/mail-text.ts';
import { openServices } from '../open-services.ts';
import { reconcileGateway } from '../reconciliation/reconcile-gateways.ts';

/*
 * What a person may add at a gateway's Admin API beside what is Portico's, so that a deployment's calls go elsewhere, are changed, or
 * come from somebody who was given no access. The looks are made by the test: those of the worker come once an hour.
 */

let world: WorkedWorld;
let opened: Awaited<ReturnType<typeof openServices>>;
let deploymentId: number;
let consumerId: number;
const key = 'key-of-named';
const path = '/named-dev/x';

beforeAll(async () => {
  world = await startWorkedWorld({ sweep: { every: 3_600_000 } });
  opened = await openServices(world.workerOptions);
  ({ id: deploymentId } = await world.deployed('named'));
  // An upstream has the name of a host, never that of an address, and a deployment leads to none on this machine.
  const at = `/services/${world.names.serviceId(deploymentId)}`;
  await world.admin('PUT', at, { ...(await world.admin('GET', at)), host: 'localhost' });
  consumerId = world.nextId();
  await world.completed(await world.request.addConsumer(consumerId, deploymentId, key));
});
afterAll(async () => {
  await opened?.close();
  await world?.close();
});

let looks = 0;
const look = async () => {
  // What is under way, and what was requested before, is read from them.
  await world.allShown();
  looks += 1;
  await reconcileGateway(opened.services, 1, `test/${looks}`, new Date());
};

const tellOf = async (kind: ForeignKind, objectId: string) => {
  const id = foreignStreamId(deploymentId, { kind, objectId });
  const events = await world.store.read(`drift-${id}`);
  return events.filter(({ data }) => 'objectId' in data && data.objectId === objectId);
};
const differenceOf = (objectId: string) => differenceIdOf(deploymentId, objectId);
const stateOf = (objectId: string) => loadState(world.store, differenceDecider, differenceOf(objectId));
const foundAt = async (objectId: string) => {
  const state = await stateOf(objectId);
  return state.status === 'none' ? undefined : state.found;
};
const answer = async (objectId: string, how: 'ignore' | 'reapply', seen: { below?: string } = {}) => {
  const operationId = randomId();
  await world.send(differenceDecider, differenceOf(objectId), {
    type: 'AnswerDifference',
    data: { operationId, answer: how, digest: (await foundAt(objectId))?.digest ?? '', reason: 'as agreed', ...seen },
  });
  return operationId;
};
const refusedBecause = async (operationId: string) =>
  ((await world.ended(operationId)).data as { problems?: { code: string }[] }).problems?.[0]?.code;
const ignore = async (objectId: string) => world.completed(await answer(objectId, 'ignore'));
const isThere = async (at: string) => 'id' in (await world.admin('GET', at).catch(() => ({})));
/** Where a call of the deployment arrives: the Host header that the target gets. */
const arrivedAt = async (headers: Record<string, string> = { apikey: key }) => {
  const response = await fetch(`${world.proxyUrl}${world.at(path)}`, { headers });
  const body = (await response.json()) as { headers?: Record<string, string>; message?: string };
  return response.ok ? body.headers : response.status;
};
const admin = async (collection: string, body: object) => {
  const id = randomUUID();
  await world.admin('PUT', `/${collection}/${id}`, body);
  return id;
};

type Added = Readonly<{ kind: ForeignKind; id: string; remove: string }>;
const mine = () => ({ consumer: { id: world.names.consumerId(consumerId) } });
const service = () => ({ service: { id: world.names.serviceId(deploymentId) } });
const added = (kind: ForeignKind, collection: string, body: () => object) => async (): Promise<Added> => {
  const id = await admin(collection, body());
  return { kind, id, remove: `/${collection}/${id}` };
};
const underConsumer = async (kind: 'acl' | 'key-auth', consumer: string, body: object): Promise<Added> => {
  const id = randomUUID();
  const collection = kind === 'acl' ? 'acls' : 'key-auth';
  const at = `/consumers/${consumer}/${collection}/${id}`;
  await world.admin('PUT', at, body);
  return { kind, id, remove: at };
};
const stranger = 'stranger-key';
const strangersGroup =
  (tags: readonly string[] = []) =>
  async () => {
    const id = await admin('consumers', { username: `stranger-${randomUUID()}` });
    await world.admin('PUT', `/consumers/${id}/key-auth/${randomUUID()}`, { key: `${stranger}-${id}` });
    return await underConsumer('acl', id, { group: world.names.group(deploymentId), tags });
  };

describe('a look tells what was added by hand and changes calls', () => {
  it.each<[what: string, add: () => Promise<Added>]>([
    ['an upstream with the name of the target', added('upstream', 'upstreams', () => ({ name: 'localhost' }))],
    [
      'the same under the tags of the deployment: the portal makes no upstreams',
      added('upstream', 'upstreams', () => ({ name: 'localhost', tags: [...world.names.tags(deploymentId)] })),
    ],
    [
      'a plugin that changes the calls of the service',
      added('plugin', 'plugins', () => ({ name: 'request-size-limiting', ...service(), config: {} })),
    ],
    [
      'a plugin for one of its keys',
      added('plugin', 'plugins', () => ({ name: 'response-transformer', ...mine(), config: {} })),
    ],
    [
      "a log plugin in the place of the portal's",
      added('plugin', 'plugins', () => ({ name: 'http-log', ...mine(), config: { http_endpoint: world.echoUrl } })),
    ],
    [
      'a route for the calls with a header',
      added('route', 'routes', () => ({ paths: ['/named-dev'], headers: { 'x-canary': ['yes'] }, ...service() })),
    ],
    [
      'a longer expression that comes first',
      added('route', 'routes', () => ({ paths: ['~/named-dev/x.*'], regex_priority: 100, ...service() })),
    ],
    ['a stranger in the group', strangersGroup()],
    ['a stranger in the group, under tags of the deployment', () => strangersGroup(world.names.tags(deploymentId))()],
    [
      'one more credential of a key',
      () => underConsumer('key-auth', world.names.consumerId(consumerId), { key: `second-${randomUUID()}` }),
    ],
  ])('%s', async (_what, add) => {
    await look();
    const { kind, id, remove } = await add();
    await look();
    await look();
    expect(await tellOf(kind, id)).toMatchObject([{ type: 'ForeignObjectFound', data: { deploymentId, kind } }]);
    expect(await foundAt(id)).toMatchObject({ form: 'foreign', kind, isAdoptable: false });
    expect((await foundAt(id))?.fields.length).toBeGreaterThan(0);
    await world.allShown();
    const { rows } = await world.pool.query('select state from differences where object_id = $1', [id]);
    expect(rows).toEqual([{ state: 'open' }]);
    await ignore(id);
    await look();
    expect((await stateOf(id)).status).toBe('ignored');
    expect(await isThere(remove)).toBe(true);
    await world.completed(await answer(id, 'reapply'));
    expect(await isThere(remove)).toBe(false);
    expect(await arrivedAt()).toBeTypeOf('object');
    await look();
    expect((await tellOf(kind, id)).map(({ type }) => type)).toEqual(['ForeignObjectFound', 'ForeignObjectGone']);
    expect((await stateOf(id)).status).toBe('none');
  });

  it('an upstream with its targets, which wait for an answer anew when they change', async () => {
    const elsewhere = new URL(await world.startUpstream());
    expect(await arrivedAt()).toMatchObject({ host: expect.stringContaining('localhost') });
    const id = await admin('upstreams', { name: 'localhost', host_header: 'taken.example' });
    const addTarget = (target: string, weight: number) =>
      world.admin('POST', `/upstreams/${id}/targets`, { target, weight });
    await addTarget(elsewhere.host, 100);
    // The calls go elsewhere: Kong prefers the upstream.
    await within(1_000, async () =>
      expect(await arrivedAt()).toMatchObject({ host: expect.stringContaining('taken.example') }),
    );
    await look();
    const found = await foundAt(id);
    expect(found).toMatchObject({ kind: 'upstream', name: 'localhost', label: 'upstream' });
    expect(found?.fields).toContainEqual({ field: 'targets', applied: null, held: `${elsewhere.host} (100)` });
    await ignore(id);
    await addTarget('127.0.0.1:9', 0);
    await look();
    expect((await stateOf(id)).status).toBe('open');
    expect((await foundAt(id))?.digest).not.toBe(found?.digest);
    await world.admin('DELETE', `/upstreams/${id}`);
    await look();
    expect((await stateOf(id)).status).toBe('none');
  });

  it('one more credential of a key, with the key by the name that people know, also in the mail', async () => {
    const [apiId, keyId] = [world.nextId(), world.nextId()];
    await world.request.publish(apiId);
    const { id: told } = await world.deployed('told', {}, apiId);
    await world.completed(await world.request.addConsumer(keyId, told, 'key-of-told', { apiId }));
    const consumer = world.names.consumerId(keyId);
    const { id, remove } = await underConsumer('key-auth', consumer, { key: `second-${randomUUID()}` });
    await look();
    const [found] = await world.store.read(`drift-${told}-${id}`);
    if (found?.type !== 'ForeignObjectFound') throw new Error('nothing was told');
    expect(found.data).toMatchObject({ name: '', keyId });
    const readerId = world.nextId();
    const email = `gateways-${readerId}@portico.example`;
    await world.send(userDecider, readerId, {
      type: 'RegisterUser',
      data: {
        ...{ userId: readerId, organizationId: 1, firstname: 'Gate', lastname: 'Keeper', email },
        ...{ roles: ['ROLE_KONG_ADMIN'], identity: { issuer: 'test', subject: email } },
      },
    });
    await world.allShown();
    const sources = { database: world.pool, readerId, words: wordsIn('en') };
    const { parameters } = await lookFacts(found, sources, 'foreign_objects');
    expect(parameters.deployments).toBe(
      `The key #${keyId} was given one more credential at the gateway, not by this portal: whoever has it may call /told-dev`,
    );
    await world.admin('DELETE', remove);
    await look();
  });

  it('a stranger in the group by id, who may call until somebody takes it away', async () => {
    const { id, remove } = await strangersGroup()();
    const consumer = remove.split('/')[2];
    await within(1_000, async () =>
      expect(await arrivedAt({ apikey: `${stranger}-${consumer}` })).toBeTypeOf('object'),
    );
    await look();
    expect(await tellOf('acl', id)).toMatchObject([{ data: { name: '' } }]);
    // The log can't forget a name that somebody gave a stranger: it may be an address of mail.
    expect(JSON.stringify([await tellOf('acl', id), await foundAt(id)])).not.toContain('stranger-');
    await world.admin('DELETE', remove);
    await look();
  });
});

it('a route by header that is older than the deployment whose calls it takes', async () => {
  const id = await admin('routes', { paths: ['/later-dev'], headers: { 'x-canary': ['yes'] }, protocols: ['http'] });
  const later = await world.deployed('later');
  await world.allShown();
  // As if the last look, and the deployment after it, had come long after the route.
  await world.pool.query(
    "insert into gateway_looks values (1, now() + interval '1 day') on conflict (gateway_id) do update set looked_at = excluded.looked_at",
  );
  await world.pool.query("update deployments set updated_at = now() + interval '2 days' where id = $1", [later.id]);
  await look();
  const events = await world.store.read(`drift-${foreignStreamId(later.id, { kind: 'route', objectId: id })}`);
  expect(events).toMatchObject([{ type: 'ForeignObjectFound', data: { deploymentId: later.id, objectId: id } }]);
  await world.admin('DELETE', `/routes/${id}`);
  await look();
});

it('an older route that takes calls since the gateway has a new address', async () => {
  const { id: deployment } = await world.deployed('moved');
  const id = await admin('routes', { hosts: ['localhost'], paths: ['/moved-dev'], protocols: ['http'] });
  // As if the last look had come long after both. It has compared them, and found nothing.
  const told = async () =>
    (await world.store.read(`drift-${deployment}`)).filter(({ data }) => 'objectId' in data && data.objectId === id);
  await look();
  await world.pool.query("update gateway_looks set looked_at = now() + interval '1 day'");
  await look();
  await world.pool.query("update gateway_looks set looked_at = now() + interval '1 day'");
  expect(await told()).toEqual([]);
  const state = await loadState(world.store, resourceDecider, 1);
  if (state.status !== 'active' || state.type !== 'KONG') throw new Error('there is no gateway');
  const { status: _status, ...gateway } = state;
  const apiUrl = world.proxyUrl.replace('127.0.0.1', 'localhost');
  await world.send(resourceDecider, 1, { type: 'ChangeResource', data: { ...gateway, apiUrl } });
  await look();
  expect(await told()).toMatchObject([{ type: 'ForeignObjectFound', data: { deploymentId: deployment } }]);
  await world.admin('DELETE', `/routes/${id}`);
});

it('nothing is removed again and again because of an upstream under the tags of what is gone', async () => {
  const left = await world.deployed('left');
  await world.ended(await world.request.undeploy(left.id));
  const id = await admin('upstreams', { name: 'left.example', tags: [...world.names.tags(left.id)] });
  await look();
  await world.allShown();
  const { rows } = await world.pool.query("select from operations where kind = 'reconcile' and subject_id = $1", [
    left.id,
  ]);
  expect(rows).toEqual([]);
  await world.admin('DELETE', `/upstreams/${id}`);
});

it("a group under a deployment's tags is no loss of the deployment's, so no look waits for its place", async () => {
  const { remove } = await strangersGroup(world.names.tags(deploymentId))();
  const suspects = await withGateway({ services: opened.services }, 1, async (session) => {
    const all = (await Promise.all(entityKinds.map((kind) => session.client.list(kind, [])))).flat();
    const own = await ownAmong(
      session,
      all.filter((entity) => tagsOf(entity).includes(porticoTag)),
    );
    expect(own.map(({ id }) => id)).toContain(remove.split('/').at(-1));
    return await suspectedDeployments(opened.services, session, 1, { held: heldIn(all), own });
  });
  expect(suspects).toEqual([]);
  await world.admin('DELETE', remove);
});

describe('what somebody added is not removed', () => {
  const limits = (allowed: number, tags: string[]) => ({
    ...{ name: 'request-size-limiting', config: { allowed_payload_size: allowed }, tags },
    ...service(),
  });

  it('when it was changed since a person saw it', async () => {
    const id = await admin('plugins', limits(10, []));
    await look();
    await world.admin('PUT', `/plugins/${id}`, limits(20, []));
    expect(await refusedBecause(await answer(id, 'reapply'))).toBe('difference.changed');
    expect(await isThere(`/plugins/${id}`)).toBe(true);
    await world.admin('DELETE', `/plugins/${id}`);
    await look();
  });

  it.each([
    ["Kong's ingress controller", ['managed-by-ingress-controller']],
    ['another Portico', ['portico', 'portico-0a0b0c0d']],
  ])('when %s looks after it', async (_tool, tags) => {
    const id = await admin('plugins', limits(10, tags));
    await look();
    expect(await refusedBecause(await answer(id, 'reapply'))).toBe('difference.of-another-tool');
    expect(await isThere(`/plugins/${id}`)).toBe(true);
    await world.admin('DELETE', `/plugins/${id}`);
    await look();
  });
});

describe('a route is not removed', () => {
  const withPlugin = async (tags: string[]) => {
    const id = await admin('routes', { paths: [path], headers: { 'x-below': ['yes'] }, protocols: ['http'] });
    const { id: plugin } = await world.admin('POST', `/routes/${id}/plugins`, { name: 'cors', tags });
    await look();
    return { id, plugin: String(plugin) };
  };

  it('when another tool looks after a plugin that would go with it', async () => {
    const { id } = await withPlugin(['managed-by-terraform']);
    expect(await refusedBecause(await answer(id, 'reapply'))).toBe('difference.of-another-tool');
    expect(await isThere(`/routes/${id}`)).toBe(true);
    await world.admin('DELETE', `/routes/${id}`);
    await look();
  });

  it('when other plugins would go with it than the person saw, and is when these are the same', async () => {
    const { id, plugin } = await withPlugin([]);
    expect(await refusedBecause(await answer(id, 'reapply', { below: markOf([]) }))).toBe('difference.changed');
    expect(await isThere(`/routes/${id}`)).toBe(true);
    await world.completed(await answer(id, 'reapply', { below: markOf([plugin]) }));
    expect(await isThere(`/routes/${id}`)).toBe(false);
    await look();
  });
});

describe('a look tells nothing of', () => {
  it.each<[what: string, add: () => Promise<Added>]>([
    ['an upstream of another name', added('upstream', 'upstreams', () => ({ name: 'other.example' }))],
    [
      'a plugin that only watches',
      added('plugin', 'plugins', () => ({ name: 'file-log', ...service(), config: { path: '/tmp/portico-test.log' } })),
    ],
    [
      'a plugin that is off',
      added('plugin', 'plugins', () => ({ name: 'response-transformer', ...mine(), config: {}, enabled: false })),
    ],
    ['a plugin for all calls', added('plugin', 'plugins', () => ({ name: 'response-transformer', config: {} }))],
    [
      'a group of somebody else',
      async () =>
        underConsumer('acl', await admin('consumers', { username: `other-${randomUUID()}` }), { group: 'other' }),
    ],
  ])('%s', async (_what, add) => {
    const { kind, id, remove } = await add();
    await look();
    expect(await tellOf(kind, id)).toEqual([]);
    expect(await foundAt(id)).toBeUndefined();
    await world.admin('DELETE', remove);
  });
});

it("a key's second group under Portico's tags is taken away at once", async () => {
  const tags = [...world.names.tags(deploymentId, consumerId)];
  const { id } = await underConsumer('acl', world.names.consumerId(consumerId), { group: 'another', tags });
  await look();
  const lost = (await world.store.read(`drift-${deploymentId}`)).findLast(({ type }) => type === 'ProtectionLost');
  if (lost?.type !== 'ProtectionLost') throw new Error('nothing was reported');
  expect(lost.data.objects).toMatchObject([{ objectId: id, isAdded: true, keyId: consumerId }]);
  await world.completed(lost.data.operationId);
  expect((await world.dump()).acls?.map((acl) => acl.id)).not.toContain(id);
});
