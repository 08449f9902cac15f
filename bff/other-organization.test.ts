import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessIdOf } from '#domain/access/access.ts';
import { accessDecider } from '#domain/access/decider.ts';
import { type MemberName, specText } from '#test/bff-seed.ts';
import { type Ask, type BffWorld, startBffWorld, type TestResponse } from '#test/bff-world.ts';
import { newId } from './http/new-id.ts';
import { routes } from './routes.ts';

let world: BffWorld;
/** Of Acme, for APIs of Partner. */
let acmesGrant: number;
let acmesRequest: number;
beforeAll(async () => {
  world = await startBffWorld();
  const { acme, partner, pool, seed } = world;
  const { organizationId, members } = acme;
  acmesGrant = await newId(pool, 'access-grant');
  acmesRequest = await newId(pool, 'access-request');
  const [granted, asked] = [partner.apiId, await seed.api(partner.organizationId, partner.applicationId, 'Returns')];
  await seed.send(accessDecider, accessIdOf(granted, organizationId), {
    type: 'GrantAccess',
    data: { grantId: acmesGrant, apiId: granted, organizationId },
  });
  const request = { requestId: acmesRequest, apiId: asked, organizationId, requestedBy: members.user.userId };
  await world.shown(
    await seed.send(accessDecider, accessIdOf(asked, organizationId), {
      type: 'RequestAccess',
      data: { ...request, reason: 'canary reason' },
    }),
  );
});
afterAll(() => world.close());

/** What everybody of Partner is who has no right over other organizations. */
const strangers: MemberName[] = ['admin', 'user', 'auditor', 'owner', 'owningAdmin'];

const noId = 2_000_000_000;
const noOperation = '00000000-0000-4000-8000-000000000000';

/** All that a caller can compare. */
const seen = ({ status, body: { correlationId, ...body }, headers }: TestResponse) => ({
  status,
  body,
  headers: [...headers].filter(([name]) => name !== 'x-correlation-id'),
});

const deployForm = (id: number, kongServer: number, changes: Record<string, unknown> = {}) => ({
  id,
  name: 'stranger',
  env: 'PROD',
  auth: 'apikey',
  contextPath: 'stranger',
  upstreamUrl: 'http://10.1.2.3/orders',
  kongServer,
  oAuth2Config: { tokenExpiration: 60 },
  rateLimit: { enabled: false, ratePerMinute: 60 },
  ...changes,
});

const importForm = (fields: Record<string, string>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('jsonFile', new File([specText('Strange')], 'spec.json'));
  return form;
};

type Probe = Readonly<{ method: string; target: string } & Ask>;

/** Every place where an id can stand that must tell nothing: path, query, body. */
const probes: Record<string, { acmes: () => number | string; ask: (id: number | string) => Probe }> = {
  'a deployment in a path': {
    acmes: () => world.acme.deployed.deploymentId,
    ask: (id) => ({ method: 'GET', target: `/api/swaggers/deployment/${id}` }),
  },
  'a deployment on the gateway': {
    acmes: () => world.acme.deployed.deploymentId,
    ask: (id) => ({ method: 'GET', target: `/api/swaggers/deployment/${id}/kong-config` }),
  },
  'a deployment to preview a change of': {
    acmes: () => world.acme.deployed.deploymentId,
    ask: (id) => ({
      method: 'POST',
      target: '/api/swagger/deploy/preview',
      json: deployForm(world.partner.apiId, world.publicGatewayId, { deploymentId: id }),
    }),
  },
  'a deployment to delete': {
    acmes: () => world.acme.deployed.deploymentId,
    ask: (id) => ({ method: 'DELETE', target: `/api/swaggers/deployment/${id}` }),
  },
  'a deployment to change through an API of our own': {
    acmes: () => world.acme.deployed.deploymentId,
    ask: (id) => ({
      method: 'POST',
      target: '/api/swagger/deploy',
      json: deployForm(world.partner.apiId, world.publicGatewayId, { deploymentId: id }),
    }),
  },
  'a deployment to change, under the very name that it has': {
    acmes: () => world.acme.deployed.deploymentId,
    ask: (id) => ({
      method: 'POST',
      target: '/api/swagger/deploy',
      json: deployForm(world.partner.apiId, world.publicGatewayId, {
        deploymentId: id,
        env: 'DEV',
        name: world.acme.deployed.config.name,
      }),
    }),
  },
  'a deployment to add a key to': {
    acmes: () => world.acme.deployed.deploymentId,
    ask: (id) => ({
      method: 'POST',
      target: '/api/kong/add-consumer',
      json: { deploymentId: id, apiModelId: world.acme.apiId, organizationId: world.partner.organizationId },
    }),
  },
  'a deployment that is being worked on': {
    acmes: () => world.acme.deploying.deploymentId,
    ask: (id) => ({
      method: 'POST',
      target: '/api/kong/add-consumer',
      json: { deploymentId: id, apiModelId: world.acme.apiId, organizationId: world.acme.organizationId },
    }),
  },
  'an API to delete': {
    acmes: () => world.acme.apiId,
    ask: (id) => ({ method: 'DELETE', target: `/api/swaggers/${id}` }),
  },
  'a gateway to deploy to': {
    acmes: () => world.acme.gatewayId,
    ask: (id) => ({
      method: 'POST',
      target: '/api/swagger/deploy',
      json: deployForm(world.partner.apiId, Number(id)),
    }),
  },
  'an application to publish for': {
    acmes: () => world.acme.applicationId,
    ask: (id) => ({ method: 'POST', target: '/api/swagger/import', body: importForm({ bizappId: String(id) }) }),
  },
  'a key to delete': {
    acmes: () => world.acme.consumer.consumerId,
    ask: (id) => ({ method: 'DELETE', target: `/api/consumer/${id}` }),
  },
  'a key to delete, with a user': {
    acmes: () => world.acme.consumer.consumerId,
    ask: (id) => ({ method: 'DELETE', target: `/api/consumer/${id}/somebody` }),
  },
  'a key to reveal': {
    acmes: () => world.acme.consumer.consumerId,
    ask: (id) => ({ method: 'POST', target: '/api/record-consumer', json: { consumerId: id } }),
  },
  'a key to change': {
    acmes: () => world.acme.consumer.consumerId,
    ask: (id) => ({ method: 'PUT', target: `/api/consumer/${id}`, json: { nickname: 'mine' } }),
  },
  'a key to rotate': {
    acmes: () => world.acme.consumer.consumerId,
    ask: (id) => ({ method: 'POST', target: `/api/consumer/${id}/rotation`, json: { overlapMinutes: 60 } }),
  },
  'a rotation to end': {
    acmes: () => world.acme.consumer.consumerId,
    ask: (id) => ({ method: 'POST', target: `/api/consumer/${id}/rotation/end` }),
  },
  'access to revoke': {
    acmes: () => acmesGrant,
    ask: (id) => ({ method: 'DELETE', target: `/api/api-access/${id}` }),
  },
  'a request to approve': {
    acmes: () => acmesRequest,
    ask: (id) => ({ method: 'POST', target: '/api/approve-api-access-request', json: { apiAccessRequestId: id } }),
  },
  'a request to deny': {
    acmes: () => acmesRequest,
    ask: (id) => ({ method: 'POST', target: '/api/deny-api-access-request', json: { apiAccessRequestId: id } }),
  },
  'code to download': {
    acmes: () => world.acme.deployed.operationId,
    ask: (id) => ({ method: 'GET', target: `/api/codegen/${id === noId ? noOperation : id}/file` }),
  },
  'the keys of another organization': {
    acmes: () => world.acme.organizationId,
    ask: (id) => ({ method: 'GET', target: `/api/consumers?apiId=${world.acme.apiId}&orgId=${id}` }),
  },
  'what another organization asked of an API': {
    acmes: () => world.acme.organizationId,
    ask: (id) => ({ method: 'GET', target: `/api/request-access?apiId=${world.partner.apiId}&orgId=${id}` }),
  },
  'an organization to ask for': {
    acmes: () => world.acme.organizationId,
    ask: (id) => ({
      method: 'POST',
      target: '/api/request-access',
      json: { organizationId: id, productId: world.partner.apiId },
    }),
  },
  'the grants of another organization': {
    acmes: () => world.acme.organizationId,
    ask: (id) => ({ method: 'GET', target: `/api/available-api-access/${id}` }),
  },
  'the requests of another organization': {
    acmes: () => world.acme.organizationId,
    ask: (id) => ({ method: 'GET', target: `/api/kong/requests?orgId=${id}` }),
  },
  'a user': {
    acmes: () => world.acme.members.admin.email,
    ask: (id) => ({ method: 'GET', target: `/api/user?email=${id === noId ? 'nobody@portico.example' : id}` }),
  },
  'an operation': {
    acmes: () => world.acme.deployed.operationId,
    ask: (id) => ({ method: 'GET', target: `/api/operations/${id === noId ? noOperation : id}` }),
  },
  'an operation to replay': {
    acmes: () => world.acme.failed.operationId,
    ask: (id) => ({
      method: 'POST',
      target: `/api/operations/${id === noId ? noOperation : id}/replay`,
      json: { reason: 'curious' },
    }),
  },
};

describe('C1: a thing of another organization answers like none', () => {
  it.each(Object.entries(probes))('%s', async (_what, { acmes, ask }) => {
    const before = await world.countEvents();
    for (const name of strangers) {
      const who = world.partner.members[name];
      const send = async (id: number | string) => {
        const { method, target, ...rest } = ask(id);
        return seen(await world.ask(who, method, target, rest));
      };
      const [theirs, none] = [await send(acmes()), await send(noId)];
      expect(theirs, name).toEqual(none);
    }
    expect(await world.countEvents()).toBe(before);
  });

  it('and the same request by Acme itself is not refused so', async () => {
    const { owningAdmin, admin } = world.acme.members;
    const { deployed, consumer } = world.acme;
    expect((await world.ask(owningAdmin, 'GET', `/api/swaggers/deployment/${deployed.deploymentId}`)).status).toBe(200);
    const json = { consumerId: consumer.consumerId };
    expect((await world.ask(admin, 'POST', '/api/record-consumer', { json })).body).toMatchObject({
      apiKey: consumer.apiKey,
      clientSecret: consumer.clientSecret,
    });
  });
});

describe('C2: nothing of another organization is in any answer', () => {
  it('lists, details and texts of errors', async () => {
    const { acme } = world;
    const canaries = [
      acme.deployed.config.name,
      acme.deployed.config.contextPath,
      acme.deployed.operationId,
      acme.consumer.operationId,
      acme.consumer.apiKey,
      acme.consumer.apiKey.slice(-4),
      acme.consumer.clientSecret,
      'contact of Acme',
      'canary reason',
      'Acme gateway',
      'gateway.example:8001',
      ...Object.values(acme.members).map(({ email }) => email),
    ];
    const crawl = async (who: Parameters<typeof world.ask>[0]) => {
      const texts: string[] = [];
      for (const { path } of routes.filter(({ method }) => method === 'get')) {
        const queries: Record<string, string> = {
          '/api/consumers': `?apiId=${acme.apiId}`,
          '/api/request-access': `?apiId=${acme.apiId}&orgId=${acme.organizationId}`,
        };
        const query = queries[path] ?? '?my=false';
        const target = path
          .replace('/operations/{id}', `/operations/${acme.failed.operationId}`)
          .replace('/deployment/{id}', `/deployment/${acme.deployed.deploymentId}`)
          .replace('{orgId}', String(acme.organizationId))
          .replace('{id}', String(acme.apiId));
        const full = path === '/api/user' ? `${target}?email=${acme.members.user.email}` : target + query;
        texts.push(JSON.stringify((await world.ask(who, 'GET', full)).body));
      }
      return texts.join('\n');
    };
    const own = await crawl(acme.members.portal);
    expect(canaries.filter((canary) => own.includes(canary)).length).toBeGreaterThan(4);
    for (const name of strangers) {
      const text = await crawl(world.partner.members[name]);
      expect(
        canaries.filter((canary) => text.includes(canary)),
        name,
      ).toEqual([]);
    }
  });

  it('a name that is taken is refused alike, whoever took it', async () => {
    const { owningAdmin } = world.partner.members;
    const { apiId } = world.partner;
    const ask = async (name: string) =>
      seen(
        await world.ask(owningAdmin, 'POST', '/api/swagger/deploy', {
          json: deployForm(apiId, world.publicGatewayId, { env: 'DEV', name }),
        }),
      );
    const ours = await ask(world.partner.deployed.config.name);
    expect(ours).toMatchObject({ status: 400, body: { code: 'deployment.name-taken' } });
    expect(await ask(world.acme.deployed.config.name)).toEqual(ours);
  });
});
