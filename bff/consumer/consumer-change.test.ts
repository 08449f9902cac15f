import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { consumerDecider } from '#domain/consumer/decider.ts';
import type { ConsumerRow } from '#domain/consumer/schema.ts';
import { emptyRequestTransformer } from '#domain/deployment/request-transformer.ts';
import type { MemberName } from '#test/world/bff-seed.ts';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';
import { newGrant } from '../access/examples.ts';

let world: BffWorld;
beforeAll(async () => {
  world = await startBffWorld();
});
afterAll(() => world.close());

const ask = (who: MemberName, method: string, target: string, json?: object) =>
  world.ask(world.acme.members[who], method, target, json ? { json } : {});
const change = (id: number, json: object, who: MemberName = 'owner') => ask(who, 'PUT', `/api/consumer/${id}`, json);
const rotate = (id: number, json: object, who: MemberName = 'owner') =>
  ask(who, 'POST', `/api/consumer/${id}/rotation`, json);

/** Makes a working key of Acme. Returns its id. */
const freshKey = async (): Promise<number> => {
  const { deployed, apiId, organizationId } = world.acme;
  const made = await world.seed.consumer(deployed.deploymentId, apiId, organizationId);
  await world.shown(made.position);
  return made.consumerId;
};
const rowOf = async (
  id: number,
  who: MemberName = 'owner',
  apiId = world.acme.apiId,
): Promise<ConsumerRow | undefined> => {
  const { body } = await ask(who, 'GET', `/api/consumers?apiId=${apiId}`);
  return (body as unknown as { deployments: ConsumerRow[] }[])
    .flatMap(({ deployments }) => deployments)
    .find((row) => row.id === id);
};
/** Appends the event that a worker would when the key is on the gateway. */
const onGateway = async ({ entityId, operationId }: Readonly<Record<string, unknown>>) =>
  await world.shown(
    await world.seed.send(consumerDecider, Number(entityId), {
      type: 'ConfirmConsumer',
      data: { operationId: String(operationId) },
    }),
  );

type Case = readonly [what: string, json: object, field: string, code: string, message: string];
const oneType = 'Please enter only one type of rate limit';
const aNumber = 'Enter a number for the limit';

/** The rules of a key's settings with their messages. They are the same when a key is added. */
const refusals: readonly Case[] = [
  [
    'a nickname of 51 characters',
    { nickname: 'n'.repeat(51) },
    'nickname',
    'consumer.nickname-too-long',
    'Nick Names can only have up to 50 characters',
  ],
  [
    'a limit without a number',
    { enabledRateLimit: true },
    'rateLimitPerMinute',
    'consumer.rate-required',
    'Please enter a limit per minute, hour or day',
  ],
  [
    'two limits',
    { enabledRateLimit: true, rateLimitPerMinute: 5, rateLimitPerHour: 50 },
    'rateLimitPerHour',
    'consumer.rate-one-type',
    oneType,
  ],
  [
    'a limit per minute and one per day',
    { enabledRateLimit: true, rateLimitPerMinute: 5, rateLimitPerDay: 50 },
    'rateLimitPerDay',
    'consumer.rate-one-type',
    oneType,
  ],
  ...['rateLimitPerMinute', 'rateLimitPerHour', 'rateLimitPerDay'].flatMap((field): Case[] =>
    ([0, -1, 1.5, '5', true] as const).map((value) => [
      `${JSON.stringify(value)} as ${field}`,
      { enabledRateLimit: true, [field]: value },
      field,
      'consumer.rate-invalid',
      aNumber,
    ]),
  ),
  [
    'a limit that is too large',
    { enabledRateLimit: true, rateLimitPerDay: 1_000_000_001 },
    'rateLimitPerDay',
    'field.too-big',
    'Must be 1000000000 or less',
  ],
  [
    'another policy',
    { enabledRateLimit: true, rateLimitPerDay: 5, policy: 'global' },
    'policy',
    'consumer.policy-invalid',
    'Choose local, cluster or redis',
  ],
  [
    'policy redis, though its deployment names no Redis',
    { enabledRateLimit: true, rateLimitPerDay: 5, policy: 'redis' },
    'policy',
    'consumer.redis-missing',
    'The deployment counts in no Redis. Choose local or cluster, or a Redis at the deployment.',
  ],
  [
    'a transformer that does nothing',
    { enableRequestTransformer: true, removeHeaders: ' ; ' },
    'addHeaders',
    'consumer.transformer-empty',
    'Enter at least one change',
  ],
  [
    'a header to remove with a value',
    { enableRequestTransformer: true, removeHeaders: 'x-one;x-two:2' },
    'removeHeaders.1',
    'transformer.remove-invalid',
    'Write a name alone, without a colon',
  ],
  [
    'a header to rename without a new name',
    { enableRequestTransformer: true, renameHeaders: ['x-one'] },
    'renameHeaders.0',
    'transformer.rename-invalid',
    'Write old:new',
  ],
  [
    'a header to add without a value',
    { enableRequestTransformer: true, addHeaders: ['x-one'] },
    'addHeaders.0',
    'transformer.add-invalid',
    'Write name:value',
  ],
];

describe("changing a key's settings", () => {
  it.each(refusals)('refuses %s', async (_what, json, field, code, message) => {
    const id = world.acme.consumer.consumerId;
    const before = await world.countEvents();
    expect(await change(id, { nickname: 'x', ...json })).toMatchObject({
      status: 400,
      body: { code, errors: [{ field, code, message }] },
    });
    const { deployed, apiId, organizationId } = world.acme;
    const about = { deploymentId: deployed.deploymentId, apiModelId: apiId, organizationId };
    expect(await ask('owner', 'POST', '/api/kong/add-consumer', { ...about, ...json })).toMatchObject({
      status: 400,
      body: { errors: [{ field, code, message }] },
    });
    expect(await world.countEvents()).toBe(before);
  });

  it('keeps missing fields, and removes what is switched off', async () => {
    const id = await freshKey();
    const settings = {
      enabledRateLimit: true,
      rateLimitPerHour: 20,
      policy: 'cluster',
      enableRequestTransformer: true,
      // As a form sends it, with `;` between the entries. Duplicates are removed.
      removeHeaders: 'x-one; x-two ;x-one',
      addHeaders: ['x-shop: 7:30'],
    };
    await onGateway((await change(id, { nickname: ' desk ', ...settings })).body);
    const rateLimit = { window: 'hour', calls: 20, policy: 'cluster' };
    const requestTransformer = {
      ...emptyRequestTransformer,
      removeHeaders: ['x-one', 'x-two'],
      addHeaders: ['x-shop:7:30'],
    };
    expect(await rowOf(id)).toMatchObject({ state: 'active', nickname: 'desk', rateLimit, requestTransformer });
    await onGateway((await change(id, { nickname: 'till' })).body);
    expect(await rowOf(id)).toMatchObject({ nickname: 'till', rateLimit, requestTransformer });
    await onGateway(
      (await change(id, { nickname: 'till', enabledRateLimit: false, enableRequestTransformer: false })).body,
    );
    expect(await rowOf(id)).toMatchObject({ nickname: 'till', rateLimit: null, requestTransformer: null });
  });

  it('gives a key a last day, another one, or none, and keeps it where the form does not name it', async () => {
    const id = await freshKey();
    const fault = (code: string) => ({ status: 400, body: { errors: [{ field: 'endsOn', code }] } });
    expect(await change(id, { endsOn: '2020-01-01' })).toMatchObject(fault('access.end-past'));
    expect(await change(id, { endsOn: '2099-02-30' })).toMatchObject(fault('access.end-not-a-day'));
    expect((await change(id, { endsOn: '2099-12-31' })).status).toBe(200);
    await world.allShown();
    // It counts before the gateway has answered.
    expect(await rowOf(id)).toMatchObject({ state: 'changing', endsAt: '2099-12-31T23:59:59.999Z' });
    // Today is not over. The person is in another zone, or at the end of the day.
    const today = world.services.now().toISOString().slice(0, 10);
    await onGateway((await change(id, { endsOn: today })).body);
    await onGateway((await change(id, { nickname: 'till' })).body);
    await onGateway((await rotate(id, { overlapMinutes: 60 })).body);
    expect(await rowOf(id)).toMatchObject({ nickname: 'till', endsAt: `${today}T23:59:59.999Z` });
    await onGateway((await change(id, { endsOn: null })).body);
    expect(await rowOf(id)).toMatchObject({ endsAt: null });
  });

  it('gives no key a last day after that of its access, and says which comes first', async () => {
    const { acme, partner, seed } = world;
    const apiId = await seed.api(acme.organizationId, acme.applicationId, 'For a while');
    const { deploymentId } = await seed.deployment(apiId, world.publicGatewayId, 'deployed');
    const grantId = await newGrant(world, partner, apiId);
    const made = await seed.consumer(deploymentId, apiId, partner.organizationId);
    await world.shown(made.position);
    const changeEnd = (endsOn: string | null, seen: string | null) =>
      ask('portal', 'PUT', `/api/api-access/${grantId}/end`, { endsOn, seen });
    expect((await changeEnd('2098-06-30', null)).status).toBe(200);
    const late = { status: 400, body: { errors: [{ field: 'endsOn', code: 'consumer.end-after-access' }] } };
    expect(await change(made.consumerId, { endsOn: '2098-07-01' }, 'portal')).toMatchObject(late);
    const add = { deploymentId, apiModelId: apiId, organizationId: partner.organizationId, endsOn: '2098-07-01' };
    expect(await ask('portal', 'POST', '/api/kong/add-consumer', add)).toMatchObject(late);
    expect((await change(made.consumerId, { endsOn: '2098-06-30' }, 'portal')).status).toBe(200);
    // The access ends earlier then: a form that sends the day as it was is not refused for it.
    expect((await changeEnd('2098-01-31', '2098-06-30')).status).toBe(200);
    await world.allShown();
    expect((await change(made.consumerId, { nickname: 'x', endsOn: '2098-06-30' }, 'portal')).status).toBe(200);
    await world.allShown();
    expect(await rowOf(made.consumerId, 'portal', apiId)).toMatchObject({
      endsAt: '2098-06-30T23:59:59.999Z',
      accessEndsAt: '2098-01-31T23:59:59.999Z',
    });
  });

  it('allows limits and changes of calls to maintainers and administrators', async () => {
    const id = await freshKey();
    const limit = { enabledRateLimit: true, rateLimitPerHour: 20 };
    const transform = { enableRequestTransformer: true, removeHeaders: 'x-one' };
    const notYours = (field: string, message: string) => ({ status: 400, body: { errors: [{ field, message }] } });
    expect(await change(id, { nickname: '', ...limit }, 'admin')).toMatchObject(
      notYours('enabledRateLimit', 'Only maintainers of the API and portal administrators set limits'),
    );
    expect(await change(id, { nickname: '', ...limit }, 'portal')).toMatchObject({ status: 200 });
    expect(await change(id, { nickname: '', ...transform }, 'admin')).toMatchObject(
      notYours('enableRequestTransformer', 'Only maintainers and administrators change calls'),
    );
    expect(await change(id, { nickname: '', ...transform }, 'portal')).toMatchObject({ status: 200 });
    expect(await rowOf(id, 'admin')).toMatchObject({ may: { change: true, limit: false, transform: false } });
    expect(await rowOf(id, 'portal')).toMatchObject({ may: { change: true, limit: true, transform: true } });
    expect(await rowOf(id, 'gateway')).toMatchObject({ may: { change: false, limit: false, transform: true } });
    expect(await rowOf(id, 'owner')).toMatchObject({ may: { change: true, limit: true, transform: true } });
    expect(await rowOf(id, 'user')).toMatchObject({ may: { change: false, reveal: true, limit: false } });
  });

  it('keeps a limit that another person set when the nickname is changed', async () => {
    const id = await freshKey();
    await onGateway((await change(id, { nickname: '', enabledRateLimit: true, rateLimitPerDay: 9 })).body);
    await onGateway((await change(id, { nickname: 'ours' }, 'admin')).body);
    expect(await rowOf(id)).toMatchObject({ nickname: 'ours', rateLimit: { window: 'day', calls: 9 } });
  });
});

describe('rotating a key', () => {
  it.each([59, 43_201, 60.5, '60', null, undefined])(
    'refuses %s minutes until the end of the old key',
    async (overlapMinutes) => {
      expect(await rotate(world.acme.consumer.consumerId, { overlapMinutes })).toMatchObject({
        status: 400,
        body: { errors: [{ field: 'overlapMinutes', message: 'The old key can work for 1 hour to 30 days' }] },
      });
    },
  );

  it('shows both keys masked, with the end of the old one, and reveals the new one', async () => {
    const id = await freshKey();
    const before = await rowOf(id);
    const reveal = async () => (await ask('owner', 'POST', '/api/record-consumer', { consumerId: id })).body;
    const old = await reveal();
    const { body } = await rotate(id, { overlapMinutes: 60 });
    await world.shown(body.position);
    const { apiKeyLast4, clientId, clientSecretLast4 } = before ?? {};
    const previous = { apiKeyLast4, clientId, clientSecretLast4, lastUsed: null, until: expect.any(String) };
    const row = await rowOf(id);
    expect(row).toMatchObject({ state: 'changing', previous, may: { rotate: false, endPrevious: true } });
    expect(Date.parse(row?.previous?.until ?? '') - Date.now()).toBeGreaterThan(59 * 60_000);
    // With OAuth2 it is another client with its own id.
    expect(row?.clientId).not.toBe(clientId);
    expect(await reveal()).toEqual(old);
    await onGateway(body);
    expect((await rowOf(id))?.state).toBe('active');
    const fresh = await reveal();
    expect(String(fresh.apiKey).slice(-4)).toBe(row?.apiKeyLast4);
    expect(fresh).toMatchObject({ clientId: row?.clientId, tokenExpiration: 3_600 });
    expect(fresh.apiKey).not.toBe(old.apiKey);

    expect(await rotate(id, { overlapMinutes: 60 })).toMatchObject({
      status: 409,
      body: { detail: 'This key is already being rotated. End the old key first.' },
    });
    await onGateway((await ask('owner', 'POST', `/api/consumer/${id}/rotation/end`)).body);
    expect(await rowOf(id)).toMatchObject({ previous: null, may: { rotate: true, endPrevious: false } });
    expect(await ask('owner', 'POST', `/api/consumer/${id}/rotation/end`)).toMatchObject({
      status: 409,
      body: { detail: 'There is no old key to end.' },
    });
  });

  it('shows the last use of each of the two', async () => {
    const id = await freshKey();
    await onGateway((await rotate(id, { overlapMinutes: 43_200 })).body);
    const [old, fresh] = ['2026-05-02T10:00:00.000Z', '2026-05-02T11:00:00.000Z'];
    await world.pool.query('insert into credential_uses values ($1, 1, $2), ($1, 2, $3)', [id, old, fresh]);
    expect(await rowOf(id)).toMatchObject({ lastUsed: fresh, previous: { lastUsed: old } });
  });

  it('is refused until the key works', async () => {
    const { deployed, apiId, organizationId } = world.acme;
    const about = { deploymentId: deployed.deploymentId, apiModelId: apiId, organizationId };
    const { body } = await ask('owner', 'POST', '/api/kong/add-consumer', { ...about, nickname: '' });
    await world.shown(body.position);
    for (const response of [
      await rotate(Number(body.entityId), { overlapMinutes: 60 }),
      await change(Number(body.entityId), { nickname: 'early' }),
    ])
      expect(response).toMatchObject({
        status: 409,
        body: { detail: "This key does not work yet, so it can't be changed." },
      });
  });
});

it('of an API that is being deleted: a key can be removed, but not added, changed or rotated', async () => {
  const { acme, publicGatewayId, seed } = world;
  const apiId = await world.publish(acme);
  const { deploymentId } = await seed.deployment(apiId, publicGatewayId);
  const { consumerId, position } = await seed.consumer(deploymentId, apiId, acme.organizationId);
  await world.shown(position);
  const successor = await rotate(consumerId, { overlapMinutes: 60 });
  await onGateway(successor.body);
  const deletion = await ask('owner', 'DELETE', `/api/swaggers/${apiId}`);
  await world.shown(deletion.body.position);
  const refusal = { status: 409, body: { code: 'api.deleting', detail: 'This API is being deleted' } };
  const body = { deploymentId, apiModelId: apiId, organizationId: acme.organizationId, nickname: 'Late' };
  expect(await ask('owner', 'POST', '/api/kong/add-consumer', body)).toMatchObject(refusal);
  expect(await change(consumerId, { nickname: 'Renamed' })).toMatchObject(refusal);
  expect(await rotate(consumerId, { overlapMinutes: 60 })).toMatchObject(refusal);
  const { body: groups } = await ask('owner', 'GET', `/api/consumers?apiId=${apiId}`);
  expect(groups).toMatchObject([
    {
      deployments: [
        {
          kongConsumerId: world.services.names.consumerId(consumerId),
          may: { change: false, rotate: false, endPrevious: true, remove: true },
        },
      ],
    },
  ]);
  expect(await ask('owner', 'POST', `/api/consumer/${consumerId}/rotation/end`)).toMatchObject({ status: 200 });
  expect(await ask('owner', 'DELETE', `/api/consumer/${consumerId}`)).toMatchObject({ status: 200 });
});
