import { afterAll, beforeAll, expect, it } from 'vitest';
import { trialLimits } from '#domain/trial/schema.ts';
import { type Answering, startAnsweringServer } from '#test/answering-server.ts';
import type { Member } from '#test/bff-seed.ts';
import { type BffWorld, startBffWorld } from '#test/bff-world.ts';

let world: BffWorld;
let user: Member;
beforeAll(async () => {
  world = await startBffWorld();
  user = world.acme.members.user;
});
afterAll(() => world.close());

/** A gateway that answers as told, with a deployment of Acme's API and a key of Acme's. */
const standIn = async (...answers: Answering[]) => {
  const server = await startAnsweringServer(...answers);
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

it('calls the deployment with the key, which nobody gets to see: not in the answer, not in the log (E1)', async () => {
  const gateway = await standIn((request, response) => {
    const { apikey } = request.headers;
    response.writeHead(201, { 'content-type': 'application/json', 'x-echo': String(apikey), 'set-cookie': 'a=b' });
    response.end(JSON.stringify({ you: apikey }));
  });
  const headers = [{ name: 'X-Trace', value: 'abc' }];
  const answer = await gateway.call({ method: 'POST', path: '/orders?limit=3', headers, body: '{"a":1}' });
  expect(gateway.seen).toMatchObject([
    {
      method: 'POST',
      url: `${gateway.base}/orders?limit=3`,
      headers: { apikey: gateway.consumer.apiKey, 'x-trace': 'abc' },
      body: '{"a":1}',
    },
  ]);
  expect(answer).toMatchObject({ status: 200, body: { outcome: 'answered', status: 201, isCut: false } });
  const text = JSON.stringify(answer.body);
  expect(text).toContain('••••');
  expect(text).not.toContain('set-cookie');
  for (const secret of [gateway.consumer.apiKey, gateway.consumer.clientSecret]) {
    expect(text).not.toContain(secret);
    expect(world.log.join('')).not.toContain(secret);
  }
  await gateway.close();
});

it('goes nowhere else: not beside the deployment, not where a redirect points (D5)', async () => {
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

it('takes no header that says who calls or where to', async () => {
  const gateway = await standIn();
  for (const name of ['Host', 'apikey', 'Authorization', 'Cookie', 'X-Forwarded-For', 'X-Consumer-ID', 'Via', 'a b'])
    expect(await gateway.call({ headers: [{ name, value: 'x' }] }), name).toMatchObject({
      status: 400,
      body: { errors: [{ code: 'trial.header-refused' }] },
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

it('reads no more of an endless answer than it shows, and shows no bytes that are no text', async () => {
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
  expect(body).toMatchObject({ outcome: 'answered', isCut: true, size: trialLimits.answer });
  expect(String(body.body)).toHaveLength(trialLimits.answer);
  expect((await gateway.call({})).body).toMatchObject({ outcome: 'answered', body: null, size: 3 });
  await gateway.close();
});

it('says when nothing comes in time, or nothing is there, and lets a person have a few calls under way only', async () => {
  const gateway = await standIn(...Array.from({ length: 8 }, (): Answering => () => undefined));
  const all = await Promise.all(Array.from({ length: trialLimits.atOnce + 2 }, () => gateway.call({})));
  const slow = all.filter(({ body }) => body.outcome === 'too-slow');
  expect(slow).toHaveLength(trialLimits.atOnce);
  for (const { body } of slow) {
    expect(Number(body.milliseconds)).toBeGreaterThanOrEqual(trialLimits.milliseconds - 100);
    expect(Number(body.milliseconds)).toBeLessThan(trialLimits.milliseconds + 5_000);
  }
  expect(all.filter(({ status }) => status === 429)).toHaveLength(2);
  await gateway.close();
  expect((await gateway.call({})).body).toMatchObject({ outcome: 'unreachable' });
});

it('is for the own organization only, whoever asks (C1)', async () => {
  const gateway = await standIn();
  for (const who of [world.partner.members.portal, world.partner.members.admin, world.acme.members.gateway])
    expect(await gateway.call({}, who), who.subject).toMatchObject({ status: 404, body: { code: 'not-found' } });
  expect(gateway.seen).toEqual([]);
  await gateway.close();
});
