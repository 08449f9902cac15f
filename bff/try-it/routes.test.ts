import { afterAll, beforeAll, expect, it } from 'vitest';
import { consumerDecider } from '#domain/consumer/decider.ts';
import { tryItLimits } from '#domain/try-it/schema.ts';
import { type Answering, startAnsweringServer } from '#test/servers/answering-server.ts';
import type { Member } from '#test/world/bff-seed.ts';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';

let world: BffWorld;
let user: Member;
beforeAll(async () => {
  world = await startBffWorld();
  user = world.acme.members.user;
});
afterAll(() => world.close());

/** Starts a gateway with these responses, with a deployment of Acme's API and a key of Acme. */
const standIn = async (...responses: Answering[]) => {
  const server = await startAnsweringServer(...responses);
  const { seed, acme } = world;
  const gatewayId = await seed.gateway(`Stand-in ${server.url}`, [], server.url);
  const { deploymentId, config } = await seed.deployment(acme.apiId, gatewayId, 'deployed', {}, acme.organizationId);
  const consumer = await seed.consumer(deploymentId, acme.apiId, acme.organizationId);
  await world.shown(consumer.position);
  const base = `/${config.contextPath}-dev`;
  const call = (json: Record<string, unknown>, who = user) =>
    world.ask(who, 'POST', `/api/consumer/${consumer.consumerId}/call`, {
      json: { method: 'GET', path: '/', ...json },
    });
  return { ...server, base, consumer, call };
};

it('calls the deployment with the key, which is in neither the response nor the log (E1)', async () => {
  const gateway = await standIn((request, response) => {
    const { apikey } = request.headers;
    response.writeHead(201, { 'content-type': 'application/json', 'x-echo': String(apikey), 'set-cookie': 'a=b' });
    response.end(JSON.stringify({ you: apikey }));
  });
  const headers = [{ name: 'X-Trace', value: 'abc' }];
  const response = await gateway.call({ method: 'POST', path: '/orders?limit=3', headers, body: '{"a":1}' });
  expect(gateway.seen).toMatchObject([
    {
      method: 'POST',
      url: `${gateway.base}/orders?limit=3`,
      headers: { apikey: gateway.consumer.apiKey, 'x-trace': 'abc' },
      body: '{"a":1}',
    },
  ]);
  expect(response).toMatchObject({ status: 200, body: { outcome: 'answered', status: 201, isCut: false } });
  const text = JSON.stringify(response.body);
  expect(text).toContain('••••');
  expect(text).not.toContain('set-cookie');
  for (const secret of [gateway.consumer.apiKey, gateway.consumer.clientSecret]) {
    expect(text).not.toContain(secret);
    expect(world.log.join('')).not.toContain(secret);
  }
  await gateway.close();
});

it('sends the bytes of files as they are, and no more of them than is said', async () => {
  const gateway = await standIn((_request, response) => response.end('ok'));
  const text =
    '--b\r\nContent-Disposition: form-data; name="a"; filename="ü.txt"\r\n\r\n{"id":515240706323775433}\r\n--b--\r\n';
  const headers = [{ name: 'Content-Type', value: 'multipart/form-data; boundary=b' }];
  const file = { method: 'POST', headers, encoding: 'base64' };
  expect((await gateway.call({ ...file, body: Buffer.from(text).toString('base64') })).body).toMatchObject({
    status: 200,
  });
  expect(gateway.seen).toMatchObject([{ headers: { 'content-type': 'multipart/form-data; boundary=b' }, body: text }]);
  const tooLarge = Buffer.alloc(tryItLimits.files + 1).toString('base64');
  expect(await gateway.call({ ...file, body: tooLarge })).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'body', code: 'trial.body-too-long' }] },
  });
  await gateway.close();
});

it('calls nothing else: no other path, and no target of a redirect (D5)', async () => {
  const elsewhere = await startAnsweringServer();
  const gateway = await standIn((_request, response) => {
    response.writeHead(302, { location: elsewhere.url }).end();
  });
  for (const path of ['/../other', '/%2e%2e/other', '/..%2fother', '/a%5c..%5c..%5cother', '/\\evil.example'])
    expect(await gateway.call({ path }), path).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'path', code: 'trial.path-outside' }] },
    });
  for (const path of ['', 'http://evil.example/', '@evil.example', '/a b', '/a\r\nx: y'])
    expect(await gateway.call({ path }), path).toMatchObject({ status: 400 });
  expect(gateway.seen).toEqual([]);
  expect(await gateway.call({ path: `//${new URL(elsewhere.url).host}/` })).toMatchObject({
    body: { outcome: 'answered', status: 302 },
  });
  expect(gateway.seen.map(({ url }) => url)).toEqual([`${gateway.base}//${new URL(elsewhere.url).host}/`]);
  expect(elsewhere.seen).toEqual([]);
  await Promise.all([gateway.close(), elsewhere.close()]);
});

it('refuses headers about the caller or the destination', async () => {
  const gateway = await standIn();
  for (const name of ['Host', 'apikey', 'Authorization', 'Cookie', 'X-Forwarded-For', 'X-Consumer-ID', 'Via', 'a b'])
    expect(await gateway.call({ headers: [{ name, value: 'x' }] }), name).toMatchObject({
      status: 400,
      body: { errors: [{ code: 'trial.header-refused' }] },
    });
  const twice = [
    { name: 'X-A', value: '1' },
    { name: 'x-a', value: '2' },
  ];
  expect(await gateway.call({ headers: twice })).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'headers', code: 'trial.header-repeated' }] },
  });
  const broken = await gateway.call({ headers: [{ name: 'X-A', value: 'a\r\nHost: evil.example' }] });
  expect(broken).toMatchObject({ status: 400, body: { errors: [{ code: 'trial.header-invalid' }] } });
  expect(await gateway.call({ body: 'x' })).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'body', code: 'trial.body-refused' }] },
  });
  expect(gateway.seen).toEqual([]);
  await gateway.close();
});

it('reads only the shown part of an endless response, and shows only text', async () => {
  const gateway = await standIn(
    (_request, response) => {
      const more = (error?: Error | null): void => {
        if (!error) response.write('x'.repeat(64 * 1024), more);
      };
      more();
    },
    (_request, response) => response.end(Buffer.from([0xff, 0xfe, 0x00])),
  );
  const { body } = await gateway.call({});
  expect(body).toMatchObject({ outcome: 'answered', isCut: true, size: tryItLimits.response });
  expect(String(body.body)).toHaveLength(tryItLimits.response);
  expect((await gateway.call({})).body).toMatchObject({ outcome: 'answered', body: null, size: 3 });
  await gateway.close();
});

it('reports a missing or late response, and limits the calls of a person at the same time', async () => {
  const gateway = await standIn(...Array.from({ length: 8 }, (): Answering => () => undefined));
  const all = await Promise.all(Array.from({ length: tryItLimits.atOnce + 2 }, () => gateway.call({})));
  const slow = all.filter(({ body }) => body.outcome === 'too-slow');
  expect(slow).toHaveLength(tryItLimits.atOnce);
  for (const { body } of slow) {
    // The time limit includes opening the key before the call, which takes a while on a busy machine.
    expect(Number(body.milliseconds)).toBeGreaterThanOrEqual(tryItLimits.milliseconds - 1_500);
    expect(Number(body.milliseconds)).toBeLessThan(tryItLimits.milliseconds + 5_000);
  }
  expect(all.filter(({ status }) => status === 429)).toHaveLength(2);
  await gateway.close();
  expect((await gateway.call({})).body).toMatchObject({ outcome: 'unreachable' });
});

it("is allowed only for the person's own organization (C1)", async () => {
  const gateway = await standIn();
  for (const who of [world.partner.members.portal, world.partner.members.admin, world.acme.members.gateway])
    expect(await gateway.call({}, who), who.subject).toMatchObject({ status: 404, body: { code: 'not-found' } });
  expect(gateway.seen).toEqual([]);
  await gateway.close();
});

/** Starts a gateway that issues and accepts tokens, with a key of Acme that is a client. */
const tokenStandIn = async (...responses: Answering[]) => {
  const server = await startAnsweringServer(...responses);
  const { seed, acme } = world;
  const gatewayId = await seed.gateway(`Token stand-in ${server.url}`, [], server.url);
  const { deploymentId, position } = await seed.deployment(acme.apiId, gatewayId, 'deployed', {
    authentication: 'oauth2',
  });
  await world.shown(position);
  const json = { deploymentId, apiModelId: acme.apiId, organizationId: acme.organizationId };
  const { body } = await world.ask(acme.members.owner, 'POST', '/api/kong/add-consumer', { json });
  const [consumerId, operationId] = [Number(body.entityId), String(body.operationId)];
  await world.shown(await seed.send(consumerDecider, consumerId, { type: 'ConfirmConsumer', data: { operationId } }));
  const call = async () => {
    const response = await world.ask(user, 'POST', `/api/consumer/${consumerId}/call`, {
      json: { method: 'GET', path: '/orders' },
    });
    return response.body;
  };
  return { ...server, call };
};
const token =
  (text: string, lifetime: number): Answering =>
  (_request, response) =>
    response.end(JSON.stringify({ access_token: text, token_type: 'bearer', expires_in: lifetime }));
const status =
  (code: number): Answering =>
  (_request, response) =>
    response.writeHead(code).end();

it('gets a token once, and a new one when it ends soon or is refused', async () => {
  const responses = [token('first', 3_600), status(200), status(200), status(401)];
  const more = [token('second', 20), status(200), token('third', 3_600), status(200)];
  const gateway = await tokenStandIn(...responses, ...more);
  for (const code of [200, 200, 401, 200, 200])
    expect(await gateway.call()).toMatchObject({ outcome: 'answered', status: code });
  expect(
    gateway.seen.map(({ url, headers }) => (url.endsWith('/oauth2/token') ? 'token' : headers.authorization)),
  ).toEqual([
    'token',
    'Bearer first',
    'Bearer first',
    'Bearer first',
    'token',
    'Bearer second',
    'token',
    'Bearer third',
  ]);
  await gateway.close();
});

it('reports the result of getting a token, and applies one time limit to both requests (D5)', async () => {
  const silent: Answering = () => undefined;
  const late: Answering = (request, response) => setTimeout(() => token('late', 3_600)(request, response), 2_000);
  const [never, lastly] = [await tokenStandIn(silent), await tokenStandIn(late, silent)];
  const [slow, rest] = await Promise.all([never.call(), lastly.call()]);
  expect(slow).toMatchObject({ outcome: 'too-slow' });
  expect(Number(slow.milliseconds)).toBeGreaterThanOrEqual(tryItLimits.milliseconds - 100);
  expect(rest).toMatchObject({ outcome: 'too-slow' });
  expect(Number(rest.milliseconds)).toBeLessThan(tryItLimits.milliseconds - 1_500);
  await Promise.all([never.close(), lastly.close()]);
  expect(await never.call()).toMatchObject({ outcome: 'unreachable' });

  const refusing = await tokenStandIn(status(400), (_request, response) => response.end('no JSON'));
  expect(await refusing.call()).toMatchObject({ outcome: 'no-token' });
  expect(await refusing.call()).toMatchObject({ outcome: 'no-token' });
  await refusing.close();
});
