import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { consumerDecider } from '#domain/consumer/decider.ts';
import { runSql } from '#test/postgres/sql.ts';
import type { Member } from '#test/world/bff-seed.ts';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';

let world: BffWorld;
beforeAll(async () => {
  world = await startBffWorld();
});
afterAll(() => world.close());

const bodyOf = (changes: Record<string, unknown> = {}) => ({
  deploymentId: world.acme.deployed.deploymentId,
  apiModelId: world.acme.apiId,
  organizationId: world.acme.organizationId,
  nickname: 'Night batch',
  ...changes,
});
const add = (changes: Record<string, unknown> = {}) =>
  world.ask(world.acme.members.owner, 'POST', '/api/kong/add-consumer', { json: bodyOf(changes) });
const reveal = (consumerId: unknown, headers: Record<string, string> = {}) =>
  world.ask(world.acme.members.owner, 'POST', '/api/record-consumer', { json: { consumerId }, headers });
const rowOf = async (consumerId: unknown) => {
  const { body } = await world.ask(world.acme.members.owner, 'GET', `/api/consumers?apiId=${world.acme.apiId}`);
  return (body as unknown as { deployments: { id: number }[] }[])
    .flatMap(({ deployments }) => deployments)
    .find(({ id }) => id === consumerId);
};
/** Appends the event that a worker would when the key is on the gateway. */
const onGateway = async ({ entityId, operationId }: Readonly<Record<string, unknown>>) =>
  await world.shown(
    await world.seed.send(consumerDecider, Number(entityId), {
      type: 'ConfirmConsumer',
      data: { operationId: String(operationId) },
    }),
  );

const unseen = 'The name has characters that are invisible or change the direction of text. Remove them.';

describe('adding a key', () => {
  it('makes the credentials that the deployment needs, masked until they are revealed', async () => {
    const { body } = await add();
    await world.shown(body.position);
    const row = await rowOf(body.entityId);
    expect(row).toMatchObject({
      nickname: 'Night batch',
      state: 'adding',
      operationId: body.operationId,
      apiKeyLast4: expect.stringMatching(/^.{4}$/),
      clientId: expect.stringMatching(/^[0-9a-f]{24}$/),
      may: { reveal: false, remove: true },
    });
    // A key that is not on the gateway yet can't be revealed.
    expect((await reveal(body.entityId)).status).toBe(404);
    await onGateway(body);
    const revealed = (await reveal(body.entityId)).body;
    expect(revealed).toMatchObject({
      apiKey: expect.stringMatching(/^[\w-]{32}$/),
      clientSecret: expect.stringMatching(/^[\w-]{32}$/),
      tokenUrl: expect.stringMatching(/^https:.*\/oauth2\/token$/),
    });
    expect(String(revealed.apiKey).slice(-4)).toBe((row as unknown as { apiKeyLast4: string }).apiKeyLast4);
  });

  it('makes only a key or only a client if the deployment takes only that', async () => {
    for (const [authentication, key, client] of [
      ['apikey', expect.any(String), null],
      ['oauth2', null, expect.any(String)],
    ] as const) {
      const { apiId } = world.acme;
      const made = await world.seed.deployment(apiId, world.publicGatewayId, 'deployed', { authentication });
      await world.shown(made.position);
      const { body } = await add({ deploymentId: made.deploymentId });
      await onGateway(body);
      expect((await reveal(body.entityId)).body).toMatchObject({
        apiKey: key,
        clientId: client,
        clientSecret: client,
        tokenUrl: client,
      });
    }
  });

  it.each<[string, Record<string, unknown>, string, string, string]>([
    [
      'no organization',
      { organizationId: undefined },
      'organizationId',
      'consumer.organization-required',
      'Organization is required',
    ],
    [
      'organization 0',
      { organizationId: 0 },
      'organizationId',
      'consumer.organization-required',
      'Organization is required',
    ],
    [
      'an organization number that is too large',
      { organizationId: 3e9 },
      'organizationId',
      'consumer.organization-required',
      'Organization is required',
    ],
    [
      'an unknown organization',
      { organizationId: 999 },
      'organizationId',
      'consumer.organization-required',
      'Organization is required',
    ],
    ['no API', { apiModelId: undefined }, 'apiModelId', 'consumer.api-required', 'API is required'],
    [
      'a nickname of 51 characters',
      { nickname: 'n'.repeat(51) },
      'nickname',
      'consumer.nickname-too-long',
      'Nick Names can only have up to 50 characters',
    ],
    ['a NUL in the nickname', { nickname: 'a\0b' }, 'nickname', 'name.unseen', unseen],
    ['half a character', { nickname: '\ud800' }, 'nickname', 'name.unseen', unseen],
    ...['admin', 'state', 'credentials', 'apiKey', 'consumerId', '__proto__', 'constructor'].map(
      (field): [string, Record<string, unknown>, string, string, string] => [
        `the field ${field} (B2)`,
        JSON.parse(`{"${field}":"x"}`),
        field,
        'field.unknown',
        'This field is not known',
      ],
    ),
  ])('refuses %s', async (_what, changes, field, code, message) => {
    const before = await world.countEvents();
    // Changes the text, because spreading an object would lose `__proto__`.
    const text = JSON.stringify(bodyOf(changes)).replace('{', () =>
      Object.hasOwn(changes, '__proto__') ? '{"__proto__":"x",' : '{',
    );
    const response = await world.ask(world.acme.members.owner, 'POST', '/api/kong/add-consumer', { json: text });
    expect(response).toMatchObject({
      status: 400,
      body: { code, detail: message, errors: [{ field, code, message }] },
    });
    expect(await world.countEvents()).toBe(before);
  });

  it('accepts a nickname of 50 characters', async () => {
    expect((await add({ nickname: 'n'.repeat(50) })).status).toBe(200);
  });

  it('is refused until the deployment is deployed', async () => {
    for (const { deploymentId } of [world.acme.deploying, world.acme.failed])
      expect(await add({ deploymentId })).toMatchObject({
        status: 400,
        body: {
          errors: [
            {
              field: 'deploymentId',
              code: 'consumer.deployment-not-ready',
              message: 'This deployment is not ready for keys yet. Wait until it is deployed.',
            },
          ],
        },
      });
  });

  it('refuses a deployment of another API', async () => {
    expect((await add({ apiModelId: world.partner.apiId })).status).toBe(404);
  });
});

/** Returns the tables of the database that contain a text, plain or as bytes. */
const tablesWith = async (text: string): Promise<string[]> => {
  const { rows: tables } = await world.pool.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_schema in ('public', 'read') and table_type = 'BASE TABLE'`,
  );
  const found: string[] = [];
  const forms = [text, Buffer.from(text).toString('hex'), Buffer.from(text).toString('base64').replace(/=+$/, '')];
  for (const { name } of tables) {
    const { rowCount } = await world.pool.query(`select 1 from ${name} t where t::text like any($1) limit 1`, [
      forms.map((form) => `%${form}%`),
    ]);
    if (rowCount) found.push(name);
  }
  return found;
};

describe('secrets (E1)', () => {
  it('are in no table, no log line, and no response except the one that reveals them', async () => {
    world.log.length = 0;
    const { owner, admin, portal } = world.acme.members;
    const added = await add({ nickname: 'e-one-canary' });
    await world.shown(added.body.position);
    const { body } = await reveal(added.body.entityId);
    const responses = [
      added,
      await world.ask(admin, 'GET', `/api/consumers?apiId=${world.acme.apiId}`),
      await world.ask(owner, 'GET', `/api/operations/${added.body.operationId}`),
      await world.ask(portal, 'GET', '/api/operations'),
      await world.ask(owner, 'DELETE', `/api/consumer/${added.body.entityId}`),
      await reveal(added.body.entityId),
    ];
    const secrets = [String(body.apiKey), String(body.clientSecret)];
    for (const secret of secrets) {
      expect(await tablesWith(secret)).toEqual([]);
      expect(world.log.join('')).not.toContain(secret);
      for (const response of responses) expect(JSON.stringify(response.body)).not.toContain(secret);
    }
    expect(responses.at(-1)?.status).toBe(404);
    // Proves that the search finds a text.
    expect(await tablesWith('e-one-canary')).toEqual(
      expect.arrayContaining(['public.events', expect.stringMatching(/consumers/)]),
    );
  });

  it('F3: are shown only after the view is recorded', async () => {
    const { consumerId, apiKey } = world.acme.consumer;
    const { body, headers } = await reveal(consumerId);
    expect(body).toMatchObject({ apiKey });
    expect(headers.get('cache-control')).toBe('no-store');
    const last = (await world.services.store.read(`consumer-${consumerId}`)).at(-1);
    expect(last).toMatchObject({
      type: 'CredentialRevealed',
      meta: { actor: { userId: world.acme.members.owner.userId }, correlationId: headers.get('x-correlation-id') },
    });
  });

  it("F3: the record has viewer, key, address and time; an external auditor sees only their own organization's part", async () => {
    const { acme, partner } = world;
    const looks = await world.ask(acme.members.portal, 'POST', '/api/record-consumer', {
      json: { consumerId: partner.consumer.consumerId },
      headers: { 'user-agent': 'a browser' },
    });
    expect(looks.status).toBe(200);
    await world.allShown();
    const list = (who: Member, query = '') => world.ask(who, 'GET', `/api/view-consumer-list?${query}`);
    const record = {
      consumerId: partner.consumer.consumerId,
      consumerName: 'seeded',
      apiName: 'Partner orders',
      env: 'DEV',
      organizationName: 'Partner',
      firstname: 'Acme-portal',
      email: acme.members.portal.email,
      viewerOrganizationName: 'Acme',
      ipAddress: expect.stringMatching(/\S/),
      processAt: expect.stringMatching(/^20/),
    };
    for (const who of [acme.members.portal, acme.members.auditor, partner.members.auditor])
      expect((await list(who, 'search=PARTNER+orders')).body).toMatchObject({ total: 1, page: 0, records: [record] });
    const { total } = (await list(acme.members.portal)).body;
    expect(Number(total)).toBeGreaterThan(1);
    expect((await list(partner.members.auditor)).body).toMatchObject({ total: 1 });
    expect((await list(acme.members.portal, 'sort=ipAddress&order=asc')).status).toBe(200);
    expect((await list(acme.members.portal, 'sort=secret')).status).toBe(400);
    const file = await world.ask(acme.members.portal, 'GET', '/api/view-consumer-list/download?search=partner+orders');
    expect(file.body.text).toContain(`,Acme-portal Of 1,${acme.members.portal.email},Acme,`);
  });

  it('F3: are not shown if the view cannot be recorded, and are shown again afterwards', async () => {
    const { consumerId, apiKey } = world.acme.consumer;
    await runSql(world.ownerUrl, 'revoke insert on events from portico_app');
    try {
      const response = await reveal(consumerId);
      expect(response).toMatchObject({ status: 503, body: { code: 'portal.unavailable' } });
      expect(JSON.stringify(response.body)).not.toContain(apiKey);
      expect(response.headers.get('retry-after')).toBe('5');
      expect((await add()).status).toBe(503);
      expect((await world.ask(world.acme.members.owner, 'GET', '/api/allapis')).status).toBe(200);
    } finally {
      await runSql(world.ownerUrl, 'grant insert on events to portico_app');
    }
    expect((await reveal(consumerId)).body).toMatchObject({ apiKey });
  });
});

describe('removing a key', () => {
  it('requests an operation, and hides the key on all screens from then on', async () => {
    const made = await world.seed.consumer(
      world.acme.deployed.deploymentId,
      world.acme.apiId,
      world.acme.organizationId,
    );
    await world.shown(made.position);
    const { body } = await world.ask(world.acme.members.owner, 'DELETE', `/api/consumer/${made.consumerId}/somebody`);
    expect(body).toMatchObject({ entityId: made.consumerId, operationId: expect.any(String) });
    expect((await reveal(made.consumerId)).status).toBe(404);
    await world.shown(body.position);
    expect(await rowOf(made.consumerId)).toMatchObject({ state: 'removing', may: { reveal: false, remove: false } });
  });
});
