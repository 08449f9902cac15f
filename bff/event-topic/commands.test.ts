import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessIdOfPair } from '#domain/access/access.ts';
import { accessDecider } from '#domain/access/decider.ts';
import { eventCategoryDecider } from '#domain/event-category/decider.ts';
import { eventTopicDecider } from '#domain/event-topic/decider.ts';
import { resourceDecider } from '#domain/resource/decider.ts';
import { loadState } from '#eventstore/load.ts';
import { withKafka } from '#kafka/kafka.ts';
import { type SandboxBroker, startBroker } from '#sandbox/kafka/start-broker.ts';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';
import { newId } from '../http/new-id.ts';

const admin = { user: 'admin', password: 'of-this-suite' };

let world: BffWorld;
let folder: string;
let broker: SandboxBroker;
beforeAll(async () => {
  world = await startBffWorld();
  folder = await mkdtemp(join(tmpdir(), 'portico-topics-'));
  broker = await startBroker({ folder, admin });
});
afterAll(async () => {
  await world?.close();
  await broker?.close();
  await rm(folder, { recursive: true });
});

const newKafka = async (envType: 'DEV' | 'PROD', address = broker.plain, organizations: number[] = []) => {
  const resourceId = await newId(world.pool, 'resource');
  const secretId = crypto.randomUUID();
  const { password } = admin;
  await world.services.vault.sealSecret(world.pool, {
    id: secretId,
    kind: 'server-password',
    owner: 'test',
    value: password,
  });
  await world.shown(
    await world.seed.send(resourceDecider, resourceId, {
      type: 'RegisterResource',
      data: {
        resourceId,
        type: 'KAFKA',
        name: `Kafka ${resourceId}`,
        isPublic: organizations.length === 0,
        organizations,
        envType,
        address,
        internalAddr: null,
        securityProtocol: 'SASL_PLAINTEXT',
        mechanism: 'SCRAM-SHA-512',
        user: admin.user,
        password: { secretId, fingerprint: 'of-this-suite' },
      },
    }),
  );
  return resourceId;
};
const newCategory = async () => {
  const eventCategoryId = await newId(world.pool, 'event-category');
  const event = { id: 0, name: 'Placed', description: '', eventTypeId: 'placed', schema: '{}' };
  const { businessAreaId } = world;
  const data = {
    eventCategoryId,
    name: `c${eventCategoryId}`,
    description: '',
    type: '',
    businessAreaId,
    events: [event],
  };
  await world.shown(await world.seed.send(eventCategoryDecider, eventCategoryId, { type: 'AddEventCategory', data }));
  return eventCategoryId;
};

let names = 0;
const bodyOf = async (kafkaEnvId: number, changes: object = {}) => {
  names += 1;
  return {
    id: 0,
    name: `orders.${names}`,
    kafkaEnvId,
    categoryId: await newCategory(),
    organizationId: world.acme.organizationId,
    organizationAttr: '{"cost":4711}',
    subscribed: [1],
    config: '{"retention.ms":60000}',
    ...changes,
  };
};
const portal = () => world.acme.members.portal;
const save = (json: object) => world.ask(portal(), 'POST', '/api/event-topic', { json });
const read = (key: string) => world.ask(portal(), 'GET', `/api/event-topic/${key}`);
/** The code and the field of each problem of a refusal. */
const problemsOf = ({ body }: { body: Record<string, unknown> }) =>
  (body.errors as readonly { code: string; field?: string }[]).map(({ code, field }) => `${field}: ${code}`);
const asAdmin = <Value>(use: Parameters<typeof withKafka<Value>>[2]) =>
  withKafka(
    {
      servers: broker.plain,
      protocol: 'SASL_PLAINTEXT',
      login: { mechanism: 'SCRAM-SHA-512', ...admin },
      authorities: [],
    },
    async () => undefined,
    use,
  );

describe('a topic', () => {
  it('is refused at each field that is wrong, before anything is asked of the broker', async () => {
    const kafka = await newKafka('DEV');
    const good = await bodyOf(kafka);
    const wrong: readonly (readonly [object, string])[] = [
      [{ name: '' }, 'name: event-topic.name-required'],
      [{ name: 'has spaces' }, 'name: event-topic.name-invalid'],
      [{ name: '..' }, 'name: event-topic.name-invalid'],
      [{ kafkaEnvId: undefined }, 'kafkaEnvId: event-topic.kafka-required'],
      [{ categoryId: undefined }, 'categoryId: event-topic.category-required'],
      [{ organizationId: undefined }, 'organizationId: event-topic.organization-required'],
      [{ organizationAttr: '' }, 'organizationAttr: event-topic.attributes-required'],
      [{ organizationAttr: '{' }, 'organizationAttr: event-topic.attributes-invalid'],
      [{ subscribed: [] }, 'subscribed: event-topic.subscribed-required'],
      [{ subscribed: [9] }, 'subscribed: event-topic.event-unknown'],
      [{ config: '{' }, 'config: event-topic.config-invalid'],
      [{ config: '[]' }, 'config: event-topic.config-invalid'],
      [{ config: '{"a":{}}' }, 'config: event-topic.config-invalid'],
      [{ config: '{"flush.messages":9223372036854775807}' }, 'config: event-topic.config-number'],
      [{ partitions: 0 }, 'partitions: event-topic.partitions-invalid'],
      [{ kafkaEnvId: world.publicGatewayId }, 'kafkaEnvId: event-topic.kafka-gone'],
    ];
    for (const [changes, problem] of wrong)
      expect(problemsOf(await save({ ...good, ...changes })), JSON.stringify(changes)).toEqual([problem]);
  });

  it('is refused by its broker in its own words, at the field', async () => {
    const kafka = await newKafka('DEV');
    const refused = await save(await bodyOf(kafka, { config: '{"retention.ms":"long"}' }));
    expect(problemsOf(refused)).toEqual(['config: kafka.config-invalid']);
    expect(JSON.stringify(refused.body)).toContain('Not a number of type LONG');
    expect(problemsOf(await save(await bodyOf(kafka, { config: '{"nope":"1"}' })))).toEqual([
      'config: kafka.config-invalid',
    ]);
    expect(problemsOf(await save(await bodyOf(kafka, { replication: 3 })))).toEqual(['replication: kafka.refused']);
  });

  it('has a name and a place that no other one has', async () => {
    const kafka = await newKafka('DEV');
    const body = await bodyOf(kafka);
    expect((await save(body)).status).toBe(200);
    expect(problemsOf(await save({ ...(await bodyOf(kafka)), name: body.name }))).toEqual([
      'name: event-topic.name-taken',
    ]);
    expect(problemsOf(await save({ ...body, name: 'another' }))).toEqual(['categoryId: event-topic.place-taken']);
    expect((await save({ ...body, kafkaEnvId: await newKafka('PROD') })).status).toBe(200);
  });

  it('is one command, however often it is sent', async () => {
    const json = await bodyOf(await newKafka('DEV'));
    const headers = { 'idempotency-key': 'the-same-click' };
    const [first, second] = [
      await world.ask(portal(), 'POST', '/api/event-topic', { json, headers }),
      await world.ask(portal(), 'POST', '/api/event-topic', { json, headers }),
    ];
    expect(second.body).toEqual(first.body);
  });

  it('comes only to a Kafka that is open to its organization', async () => {
    const closed = await newKafka('DEV', broker.plain, [world.partner.organizationId]);
    expect(problemsOf(await save(await bodyOf(closed)))).toEqual(['kafkaEnvId: event-topic.kafka-closed']);
  });

  it('is read by its number, and by organization and category in the first environment that there is', async () => {
    const body = await bodyOf(await newKafka('PROD'));
    const [prod, dev] = [await save(body), await save({ ...body, kafkaEnvId: await newKafka('DEV') })];
    await world.shown(String(dev.body.position));
    const key = `${body.organizationId};${body.categoryId}`;
    const { body: row } = await read(String(prod.body.id));
    expect(row).toMatchObject({
      name: body.name,
      config: '{\n  "retention.ms": "60000"\n}',
      kafkaEnv: { envType: 'PROD', address: broker.plain },
      state: 'saving',
      operationId: prod.body.operationId,
    });
    const file = { certificateId: 1, name: 'authority.pem', certificate: 'of an authority', content: [] };
    const added = { type: 'AddCertificate', data: file } as const;
    await world.shown(await world.seed.send(resourceDecider, body.kafkaEnvId, added));
    expect((await read(String(prod.body.id))).body).toMatchObject({
      certificates: [{ name: 'authority.pem', certificate: 'of an authority' }],
    });
    expect((await read(key)).body.id).toBe(dev.body.id);
    expect((await read(`${key}?env=PROD`)).body).toMatchObject({ id: prod.body.id, environments: ['DEV', 'PROD'] });
    expect((await read(`${key}?env=UAT`)).status).toBe(404);
    for (const other of ['orders', '1;2;3', '0', '1;', '9999999999', '1;9999999999'])
      expect((await read(other)).status, other).toBe(404);
    const list = await world.ask(portal(), 'GET', `/api/event-topics?categoryId=${body.categoryId}&sort=kafkaEnv`);
    expect(list.body).toMatchObject({ total: 2 });
    const found = async (words: string) =>
      (await world.ask(portal(), 'GET', `/api/event-topics?search=${encodeURIComponent(words)}`)).body;
    expect(await found(body.name.slice(2).toUpperCase())).toMatchObject({ total: 2 });
    expect(await found('100%')).toMatchObject({ total: 0 });
  });

  it('gives its organization access to the category; without that it is not read', async () => {
    const body = await bodyOf(await newKafka('DEV'));
    const saved = await save(body);
    await world.shown(String(saved.body.position));
    const { user } = world.acme.members;
    const asMember = async () => (await world.ask(user, 'GET', `/api/event-topic/${saved.body.id}`)).status;
    expect(await asMember()).toBe(200);
    const { body: given } = await world.ask(
      portal(),
      'GET',
      `/api/available-api-access/${body.organizationId}?type=event`,
    );
    const grant = (given as unknown as readonly { id: number; productId: number }[]).find(
      ({ productId }) => productId === body.categoryId,
    );
    const revoked = await world.ask(portal(), 'DELETE', `/api/api-access/${grant?.id}`);
    await world.shown(String(revoked.body.position));
    expect(await asMember()).toBe(404);
  });

  it('grants nothing when it is refused', async () => {
    const body = await bodyOf(await newKafka('DEV'), { config: '{"nope":"1"}' });
    expect((await save(body)).status).toBe(400);
    const pair = { eventCategoryId: body.categoryId, organizationId: body.organizationId };
    expect((await loadState(world.services.store, accessDecider, accessIdOfPair(pair))).status).toBe('none');
  });

  it('that is there already is shown, refused and adopted as it is', async () => {
    const kafka = await newKafka('DEV');
    const body = await bodyOf(kafka);
    await asAdmin(async (client) => {
      await client.createTopic({ name: body.name, partitions: 4, configs: { 'cleanup.policy': 'compact' } });
      const acl = { resource: 'topic', name: body.name, pattern: 'literal', host: '*', permission: 'allow' } as const;
      await client.createAcls([{ ...acl, principal: 'User:orders', operation: 'read' }]);
    });
    expect(problemsOf(await save(body))).toEqual(['name: event-topic.on-broker']);
    const seen = await world.ask(portal(), 'GET', `/api/event-topics/at-broker?kafkaEnvId=${kafka}&name=${body.name}`);
    expect(seen.body.found).toMatchObject({
      partitions: 4,
      config: '{\n  "cleanup.policy": "compact"\n}',
      acls: [{ principal: 'User:orders', operation: 'read', permission: 'allow' }],
      groups: [],
    });
    const adopted = await save({ ...body, choice: 'adopt', partitions: 9 });
    expect(adopted.status).toBe(200);
    await world.shown(String(adopted.body.position));
    expect((await read(String(adopted.body.id))).body).toMatchObject({
      partitions: null,
      config: '{\n  "cleanup.policy": "compact"\n}',
    });
    expect(problemsOf(await save(await bodyOf(kafka, { choice: 'adopt' })))).toEqual(['name: event-topic.not-there']);
  });

  it('is not adopted by a second one, when two resources lead to the same brokers', async () => {
    const body = await bodyOf(await newKafka('DEV'));
    const { body: first } = await save(body);
    const topic = await asAdmin(async (client) => {
      await client.createTopic({ name: body.name });
      return await client.describeTopic(body.name);
    });
    const outcome = {
      operationId: String(first.operationId),
      brokerId: topic?.id ?? '',
      partitions: 1,
      replication: 1,
    };
    const { send } = world.seed;
    await world.shown(await send(eventTopicDecider, Number(first.id), { type: 'ConfirmSave', data: outcome }));
    const again = await save({ ...body, kafkaEnvId: await newKafka('PROD'), choice: 'adopt' });
    expect(problemsOf(again)).toEqual(['name: event-topic.name-taken']);
  });

  it('keeps its category and its Kafka', async () => {
    const kafka = await newKafka('DEV');
    const body = await bodyOf(kafka);
    await world.shown(String((await save(body)).body.position));
    const category = await world.ask(portal(), 'DELETE', `/api/event-category/${body.categoryId}`);
    expect(category.body).toMatchObject({ code: 'event-category.in-use' });
    const resource = await world.ask(portal(), 'DELETE', `/api/resource/${kafka}`);
    expect(problemsOf(resource)).toContain('topics: resource.has-topics');
  });

  it('is taken when its brokers are away: the operation waits for them', async () => {
    const { status, body } = await save(await bodyOf(await newKafka('DEV', '127.0.0.1:1')));
    expect(status).toBe(200);
    expect(body.operationId).toEqual(expect.any(String));
  });
});
