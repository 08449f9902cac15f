import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ConsumerEvent } from '#domain/consumer/consumer.ts';
import { send } from '#sandbox/gateway/conformance/client.ts';
import { startWorldOnAnyKong, type WorkedWorld } from '#test/world/worker-world.ts';
import { endDueCredentials } from './end-due-credentials.ts';

let world: WorkedWorld;

beforeAll(async () => {
  world = await startWorldOnAnyKong({ sweep: { every: 100 } });
});
afterAll(() => world?.close());

const withKey = async (name: string, apiKey: string) => {
  const [{ id }, consumerId] = [await world.deployed(name), world.nextId()];
  await world.completed(await world.request.addConsumer(consumerId, id, apiKey));
  return consumerId;
};
const eventsOf = (consumerId: number) => world.store.read<ConsumerEvent>(`consumer-${consumerId}`);
/** Returns the secrets of a key from the vault, in the order of their creation; undefined for a destroyed one. */
const secretsOf = async (consumerId: number) => {
  const made = (await eventsOf(consumerId)).flatMap((event) =>
    event.type === 'ConsumerRequested' || event.type === 'CredentialRotationRequested' ? [event.data.credentials] : [],
  );
  const ids = made.flatMap(({ apiKey, oauth2 }) => [apiKey?.secretId, oauth2?.clientSecret.secretId]);
  return await Promise.all(ids.filter((id) => id !== undefined).map((id) => world.vault.openSecret(world.pool, id)));
};

describe('rotating a key', () => {
  it('adds a new key beside the old one, which ends when it is due, and destroys its secret', async () => {
    const consumerId = await withKey('turning', 'key-turning-old');
    const until = new Date(Date.now() + 3_600_000);
    await world.completed(await world.request.rotate(consumerId, 'key-turning-new', { until }));
    expect(await world.call('/turning-dev/x', { apikey: 'key-turning-old' })).toBe(200);
    expect(await world.call('/turning-dev/x', { apikey: 'key-turning-new' })).toBe(200);
    expect(await secretsOf(consumerId)).toEqual(['key-turning-old', 'key-turning-new']);

    // It does not end before it is due, and several processes end it once.
    expect(await endDueCredentials(world, new Date(until.getTime() - 1))).toBe(0);
    await vi.waitFor(async () => expect(await endDueCredentials(world, until)).toBe(1), 10_000);
    await endDueCredentials(world, until);
    await vi.waitFor(async () => {
      expect(await world.call('/turning-dev/x', { apikey: 'key-turning-new' })).toBe(200);
      expect(await world.call('/turning-dev/x', { apikey: 'key-turning-old' })).toBe(401);
    }, 15_000);
    await vi.waitFor(async () => expect((await eventsOf(consumerId)).at(-1)?.type).toBe('ConsumerApplied'), 10_000);
    expect((await eventsOf(consumerId)).map(({ type }) => type)).toEqual([
      'ConsumerRequested',
      'ConsumerApplied',
      'CredentialRotationRequested',
      'ConsumerApplied',
      'PreviousCredentialsEnded',
      'ConsumerApplied',
    ]);
    expect((await eventsOf(consumerId)).at(-2)).toMatchObject({ data: { generation: 1, reason: 'due' } });
    expect(await secretsOf(consumerId)).toEqual([undefined, 'key-turning-new']);
  });

  it('ends an old key at the next sweep if its time was over while no worker ran', async () => {
    const consumerId = await withKey('overdue', 'key-overdue-old');
    await world.completed(
      await world.request.rotate(consumerId, 'key-overdue-new', { until: new Date(Date.now() - 60_000) }),
    );
    await vi.waitFor(
      async () => expect(await world.call('/overdue-dev/x', { apikey: 'key-overdue-old' })).toBe(401),
      15_000,
    );
    expect(await world.call('/overdue-dev/x', { apikey: 'key-overdue-new' })).toBe(200);
  });

  it('ends the old key at once on request; another rotation waits for that', async () => {
    const consumerId = await withKey('ended', 'key-ended-old');
    await world.completed(await world.request.rotate(consumerId, 'key-ended-new'));
    await expect(world.request.rotate(consumerId, 'key-ended-third')).rejects.toThrow('consumer.rotation-under-way');
    await world.completed(await world.request.endPrevious(consumerId));
    expect(await world.call('/ended-dev/x', { apikey: 'key-ended-old' })).toBe(401);
    expect(await world.call('/ended-dev/x', { apikey: 'key-ended-new' })).toBe(200);
    expect((await secretsOf(consumerId)).slice(0, 2)).toEqual([undefined, 'key-ended-new']);
    await world.completed(await world.request.rotate(consumerId, 'key-ended-fourth'));
    expect(await world.call('/ended-dev/x', { apikey: 'key-ended-new' })).toBe(200);
    expect(await world.call('/ended-dev/x', { apikey: 'key-ended-fourth' })).toBe(200);
  });

  it('leaves the old key unchanged when the gateway refuses the new one', async () => {
    const consumerId = await withKey('stays', 'key-stays-old');
    await withKey('elsewhere', 'key-of-somebody-else');
    const ended = await world.ended(await world.request.rotate(consumerId, 'key-of-somebody-else'));
    expect(ended).toMatchObject({
      type: 'OperationFailed',
      data: { problems: [{ code: 'gateway.credential-taken' }] },
    });
    expect(await world.call('/stays-dev/x', { apikey: 'key-stays-old' })).toBe(200);
    expect(await world.call('/stays-dev/x', { apikey: 'key-of-somebody-else' })).toBe(403);
    // The next rotation works.
    await world.completed(await world.request.rotate(consumerId, 'key-stays-new'));
    expect(await world.call('/stays-dev/x', { apikey: 'key-stays-new' })).toBe(200);
  });

  it('removes both from the gateway when the key is removed meanwhile, and destroys both secrets', async () => {
    const consumerId = await withKey('removed', 'key-removed-old');
    await world.completed(await world.request.rotate(consumerId, 'key-removed-new'));
    await world.completed(await world.request.removeConsumer(consumerId));
    expect(await world.call('/removed-dev/x', { apikey: 'key-removed-old' })).toBe(401);
    expect(await world.call('/removed-dev/x', { apikey: 'key-removed-new' })).toBe(401);
    expect(await secretsOf(consumerId)).toEqual([undefined, undefined]);
    await expect(world.request.endPrevious(consumerId)).rejects.toThrow('not-found');
  });
});

/** Requests a token from the gateway, as a client does. */
const tokenOf = async (path: string, client: { clientId: string; clientSecret: string }) => {
  const { status, body } = await send(
    world.proxySslUrl,
    'POST',
    world.at(`${path}/oauth2/token`),
    { 'content-type': 'application/x-www-form-urlencoded' },
    new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: client.clientId,
      client_secret: client.clientSecret,
    }).toString(),
  );
  return { status, ...(body as { access_token?: string; expires_in?: number }) };
};
const callWith = (path: string, token: string | undefined) => world.call(path, { authorization: `Bearer ${token}` });

describe('OAuth2', () => {
  it.each(['oauth2', 'both'] as const)(
    'authentication %s: a rotation adds a new client beside the old one; the tokens end with their client',
    async (authentication) => {
      const name = `tokens-${authentication}`;
      const path = `/${name}-dev`;
      const { id } = await world.deployed(name, { authentication, tokenExpiration: 60 });
      const consumerId = world.nextId();
      const old = { clientId: `${name}-old`, clientSecret: 'secret-of-the-old-client' };
      const fresh = { clientId: `${name}-new`, clientSecret: 'secret-of-the-new-client' };
      const keyOf = (which: string) => (authentication === 'both' ? `key-${name}-${which}` : null);
      await world.completed(await world.request.addConsumer(consumerId, id, keyOf('old'), { client: old }));

      const first = await tokenOf(path, old);
      expect(first).toMatchObject({ status: 200, expires_in: 60 });
      expect(await callWith(`${path}/x`, first.access_token)).toBe(200);
      expect(await tokenOf(path, { ...old, clientSecret: 'wrong' })).toMatchObject({ status: 400 });
      expect(await callWith(`${path}/x`, 'wrong')).toBe(401);

      await world.completed(await world.request.rotate(consumerId, keyOf('new'), { client: fresh }));
      const second = await tokenOf(path, fresh);
      expect((await tokenOf(path, old)).status).toBe(200);
      for (const { access_token: token } of [first, second]) expect(await callWith(`${path}/x`, token)).toBe(200);

      await world.completed(await world.request.endPrevious(consumerId));
      expect((await tokenOf(path, old)).status).toBe(400);
      expect(await callWith(`${path}/x`, first.access_token)).toBe(401);
      expect(await callWith(`${path}/x`, second.access_token)).toBe(200);
      const [secret] = (await secretsOf(consumerId)).filter((each) => each?.startsWith('secret-of-'));
      expect(secret).toBe(fresh.clientSecret);
    },
  );

  it("a token works for the deployment's time", async () => {
    const { id } = await world.deployed('brief', { authentication: 'oauth2', tokenExpiration: 5 });
    const client = { clientId: 'brief-client', clientSecret: 'secret-of-brief' };
    await world.completed(await world.request.addConsumer(world.nextId(), id, null, { client }));
    const { access_token: token, expires_in: seconds } = await tokenOf('/brief-dev', client);
    expect(seconds).toBe(5);
    expect(await callWith('/brief-dev/x', token)).toBe(200);
    await vi.waitFor(async () => expect(await callWith('/brief-dev/x', token)).toBe(401), 20_000);
  });
});

// This test is the last, because the gateway comes back with another port for https.
it('rotations and ends are superseded by the deletion of the deployment, which removes the keys', async () => {
  const [{ id }, ending, rotating] = [await world.deployed('racing'), world.nextId(), world.nextId()];
  for (const consumerId of [ending, rotating])
    await world.completed(await world.request.addConsumer(consumerId, id, `key-racing-${consumerId}`));
  await world.completed(await world.request.rotate(ending, 'key-racing-new'));
  await world.stopWorker();
  const operations = [await world.request.endPrevious(ending), await world.request.rotate(rotating, 'key-racing-next')];
  const deletion = await world.request.undeploy(id);
  await world.startWorker();
  for (const operationId of operations) expect((await world.ended(operationId)).type).toBe('OperationSuperseded');
  await world.completed(deletion);
  for (const consumerId of [ending, rotating])
    expect(await world.history('consumer', consumerId)).toContain('ConsumerRemoved');
  // After the deletion there is no key any more.
  await expect(world.request.endPrevious(ending)).rejects.toThrow('not-found');
});
