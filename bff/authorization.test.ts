import { afterAll, beforeAll, expect, it } from 'vitest';
import { accessIdOf } from '#domain/access/access.ts';
import { accessDecider } from '#domain/access/decider.ts';
import { termsVersion } from '#domain/user/terms.ts';
import { importForm } from '#test/bff-forms.ts';
import { type Member, type MemberName, memberNames, specText } from '#test/bff-seed.ts';
import { type Ask, type BffWorld, type Side, startBffWorld } from '#test/bff-world.ts';
import { matrix } from './fixtures/authorization-matrix.ts';
import { nameless, readSpecifiedCalls } from './fixtures/specified-calls.ts';
import { newId } from './http/new-id.ts';
import { routes } from './routes.ts';

const rows = matrix
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [method = '', path = '', subject = '', ...statuses] = line.trim().split(/\s+/);
    return { call: `${method} ${path}`, subject, statuses };
  });

let world: BffWorld;
/** Keys that the one organization has for the other's API. */
let guests: ReadonlyMap<Side, number>;
let issueId: number;
/** By organization: an API of the other, deployed, that it may ask for, and one that it has access to. */
let offers: ReadonlyMap<Side, { asked: number; granted: number; deploymentId: number }>;

/** Whose thing it is and, for a key, whose API. */
type Subject = Readonly<{ api: Side; owner: Side; guest: boolean; granted: boolean }>;
type Call = Readonly<{ target: string } & Ask>;

let names = 0;
/** Letters only, as the form wants them. */
const newName = () => {
  names += 1;
  return `name${[...String(names)].map((digit) => 'abcdefghij'[Number(digit)]).join('')}`;
};

const issueForm = () => {
  const form = new FormData();
  form.set('title', newName());
  form.set('description', 'It does not work');
  form.set('issueFile', new File(['what it said'], 'log.txt'));
  return form;
};

const deployForm = (apiId: number) => ({
  id: apiId,
  name: newName(),
  env: 'PROD',
  auth: 'apikey',
  contextPath: newName(),
  upstreamUrl: 'http://10.1.2.3/matrix',
  kongServer: world.publicGatewayId,
  oAuth2Config: { tokenExpiration: 60 },
  rateLimit: { enabled: false, ratePerMinute: 60 },
});

const keyOf = ({ guest, api, owner }: Subject) => (guest ? (guests.get(api) as number) : owner.consumer.consumerId);

/** A thing that the call may take away. */
const freshDeployment = async ({ api }: Subject) => {
  const made = await world.seed.deployment(api.apiId, world.publicGatewayId, 'deployed', {}, api.organizationId);
  await world.shown(made.position);
  return made.deploymentId;
};
const freshKey = async ({ api, owner }: Subject) => {
  const made = await world.seed.consumer(api.deployed.deploymentId, api.apiId, owner.organizationId);
  await world.shown(made.position);
  return made.consumerId;
};
const freshFailure = async ({ api }: Subject) => {
  const made = await world.seed.deployment(api.apiId, world.publicGatewayId, 'failed', {}, api.organizationId);
  await world.shown(made.position);
  return made.operationId;
};

const offerTo = (side: Side) => offers.get(side) as { asked: number; granted: number; deploymentId: number };
const freshApi = ({ organizationId }: Side) => {
  const other = world.acme.organizationId === organizationId ? world.partner : world.acme;
  return world.seed.api(other.organizationId, other.applicationId, newName());
};
const freshRequest = async (side: Side): Promise<number> => {
  const apiId = await freshApi(side);
  const { organizationId, members } = side;
  const requestId = await newId(world.pool, 'access-request');
  const data = { requestId, apiId, organizationId, requestedBy: members.user.userId, reason: 'matrix' };
  const id = accessIdOf(apiId, organizationId);
  await world.shown(await world.seed.send(accessDecider, id, { type: 'RequestAccess', data }));
  return requestId;
};
const freshGrant = async (side: Side, api?: number): Promise<number> => {
  const apiId = api ?? (await freshApi(side));
  const { organizationId } = side;
  const grantId = await newId(world.pool, 'access-grant');
  const command = { type: 'GrantAccess', data: { grantId, apiId, organizationId } } as const;
  await world.shown(await world.seed.send(accessDecider, accessIdOf(apiId, organizationId), command));
  return grantId;
};
const offer = async (side: Side) => {
  const [asked, granted] = [await freshApi(side), await freshApi(side)];
  const { deploymentId } = await world.seed.deployment(granted, world.publicGatewayId);
  await freshGrant(side, granted);
  return { asked, granted, deploymentId };
};

/** How each call is made; what is not here has no id in it. `allowed` calls change things, so they get their own. */
const calls: Record<string, (subject: Subject, allowed: boolean) => Promise<Call> | Call> = {
  'GET /api/user': ({ owner }) => ({ target: `/api/user?email=${owner.members.portal.email}` }),
  'GET /api/user/detail': ({ owner }) => ({ target: `/api/user/detail?email=${owner.members.portal.email}` }),
  'GET /api/userById': ({ owner }) => ({ target: `/api/userById?id=${owner.members.portal.userId}` }),
  'POST /api/user': ({ owner }, allowed) => ({
    target: '/api/user',
    json: { id: allowed ? '0' : String(owner.members.portal.userId), firstname: newName(), lastname: 'Example' },
  }),
  'PUT /api/user/settings': (_, allowed) => ({ target: '/api/user/settings', json: { stickyHeader: !allowed } }),
  'POST /api/notices/read': () => ({ target: '/api/notices/read', json: {} }),
  'POST /api/user/accept-terms': () => ({ target: '/api/user/accept-terms', json: { version: termsVersion } }),
  'POST /api/user/reportIssue': () => ({ target: '/api/user/reportIssue', body: issueForm() }),
  'GET /api/issues/{id}': () => ({ target: `/api/issues/${issueId}` }),
  'GET /api/issues/{id}/file': () => ({ target: `/api/issues/${issueId}/file` }),
  'POST /api/issues/{id}/close': () => ({ target: `/api/issues/${issueId}/close` }),
  'GET /api/api-detail/{id}': ({ api }) => ({ target: `/api/api-detail/${api.apiId}` }),
  'GET /api/api-info/{id}': ({ api }) => ({ target: `/api/api-info/${api.apiId}` }),
  'GET /api/api-history/{id}': ({ api }) => ({ target: `/api/api-history/${api.apiId}` }),
  'GET /api/api-history/{id}/download': ({ api }) => ({ target: `/api/api-history/${api.apiId}/download` }),
  'GET /api/swagger/{id}': ({ api }) => ({ target: `/api/swagger/${api.apiId}?type=json` }),
  'GET /api/docbook/{id}': ({ api }) => ({ target: `/api/docbook/${api.apiId}` }),
  'GET /api/redoc/{id}': ({ api }) => ({ target: `/api/redoc/${api.apiId}` }),
  'GET /api/consumers': ({ api }) => ({ target: `/api/consumers?apiId=${api.apiId}` }),
  'GET /api/swaggers/deployment/{id}': ({ api }) => ({
    target: `/api/swaggers/deployment/${api.deployed.deploymentId}`,
  }),
  'GET /api/operations/{id}': ({ api }) => ({ target: `/api/operations/${api.deployed.operationId}` }),
  'POST /api/operations/{id}/replay': async (subject, allowed) => ({
    target: `/api/operations/${allowed ? await freshFailure(subject) : subject.api.failed.operationId}/replay`,
    json: { reason: 'the gateway is back' },
  }),
  'POST /api/swagger/import': ({ api }) => ({ target: '/api/swagger/import', body: importForm(api.applicationId) }),
  'POST /api/lint': () => ({ target: '/api/lint', json: { specText: specText() } }),
  'GET /api/swagger/{id}/versions': ({ api }) => ({ target: `/api/swagger/${api.apiId}/versions` }),
  'GET /api/swagger/{id}/versions/{revision}': ({ api }) => ({ target: `/api/swagger/${api.apiId}/versions/1` }),
  'POST /api/swagger/{id}/compare': ({ api }) => ({
    target: `/api/swagger/${api.apiId}/compare`,
    json: { specText: specText() },
  }),
  'GET /api/swagger/{id}/compare': ({ api }) => ({ target: `/api/swagger/${api.apiId}/compare?from=1&to=1` }),
  'POST /api/swagger/{id}/versions/{revision}/restore': ({ api }) => ({
    target: `/api/swagger/${api.apiId}/versions/1/restore`,
  }),
  'DELETE /api/swaggers/{id}': async ({ api }, allowed) => ({
    target: `/api/swaggers/${allowed ? await world.publish(api) : api.apiId}`,
  }),
  'PUT /api/swaggers': ({ api }) => ({
    target: '/api/swaggers',
    json: { specText: specText('Saved'), apiId: api.apiId },
  }),
  'POST /api/codegen/{id}': ({ api }) => ({
    target: `/api/codegen/${api.apiId}`,
    json: { type: 'client', lang: 'axios', modelPackage: 'acme.model', apiPackage: 'acme.api' },
  }),
  'GET /api/codegen/{operationId}/file': ({ api }) => ({
    target: `/api/codegen/${api.deployed.operationId}/file`,
  }),
  'POST /api/swagger/deploy': ({ api }) => ({ target: '/api/swagger/deploy', json: deployForm(api.apiId) }),
  // Nobody answers at the gateway of these tests: whoever may ask is told so.
  'POST /api/swagger/deploy/preview': ({ api }) => ({
    target: '/api/swagger/deploy/preview',
    json: deployForm(api.apiId),
  }),
  'GET /api/swaggers/deployment/{id}/kong-config': ({ api }) => ({
    target: `/api/swaggers/deployment/${api.deployed.deploymentId}/kong-config`,
  }),
  'DELETE /api/swaggers/deployment/{id}': async (subject, allowed) => ({
    target: `/api/swaggers/deployment/${allowed ? await freshDeployment(subject) : subject.api.deployed.deploymentId}`,
  }),
  'POST /api/kong/add-consumer': ({ api, owner, granted }) => ({
    target: '/api/kong/add-consumer',
    json: {
      deploymentId: granted ? offerTo(owner).deploymentId : api.deployed.deploymentId,
      apiModelId: granted ? offerTo(owner).granted : api.apiId,
      organizationId: owner.organizationId,
    },
  }),
  'GET /api/request-access': ({ owner }) => ({
    target: `/api/request-access?apiId=${offerTo(owner).asked}&orgId=${owner.organizationId}`,
  }),
  'POST /api/request-access': ({ owner }) => ({
    target: '/api/request-access',
    json: { organizationId: owner.organizationId, productId: offerTo(owner).asked },
  }),
  'POST /api/request-access/filter': () => ({ target: '/api/request-access/filter', json: { status: 'NEW' } }),
  'POST /api/approve-api-access-request': async ({ owner }) => ({
    target: '/api/approve-api-access-request',
    json: { apiAccessRequestId: await freshRequest(owner) },
  }),
  'POST /api/deny-api-access-request': async ({ owner }) => ({
    target: '/api/deny-api-access-request',
    json: { apiAccessRequestId: await freshRequest(owner) },
  }),
  'GET /api/available-api-access/{orgId}': ({ owner }) => ({
    target: `/api/available-api-access/${owner.organizationId}`,
  }),
  'DELETE /api/api-access/{id}': async ({ owner }) => ({ target: `/api/api-access/${await freshGrant(owner)}` }),
  'DELETE /api/consumer/{id}': async (subject, allowed) => ({
    target: `/api/consumer/${allowed ? await freshKey(subject) : keyOf(subject)}`,
  }),
  'PUT /api/consumer/{id}': (subject) => ({ target: `/api/consumer/${keyOf(subject)}`, json: { nickname: newName() } }),
  'POST /api/consumer/{id}/rotation': async (subject, allowed) => ({
    target: `/api/consumer/${allowed ? await freshKey(subject) : keyOf(subject)}/rotation`,
    json: { overlapMinutes: 60 },
  }),
  // Nothing is being rotated: whoever may end it is told so.
  'POST /api/consumer/{id}/rotation/end': (subject) => ({ target: `/api/consumer/${keyOf(subject)}/rotation/end` }),
  'DELETE /api/consumer/{id}/{user}': async (subject, allowed) => ({
    target: `/api/consumer/${allowed ? await freshKey(subject) : keyOf(subject)}/somebody`,
  }),
  'GET /api/swagger/{id}/calls': ({ api }) => ({ target: `/api/swagger/${api.apiId}/calls` }),
  'GET /api/swagger/{id}/operations': ({ api }) => ({ target: `/api/swagger/${api.apiId}/operations` }),
  'POST /api/consumer/{id}/call': (subject) => ({
    target: `/api/consumer/${keyOf(subject)}/call`,
    json: { method: 'GET', path: '/orders' },
  }),
  'POST /api/record-consumer': (subject) => ({
    target: '/api/record-consumer',
    json: { consumerId: keyOf(subject) },
  }),
};

beforeAll(async () => {
  world = await startBffWorld();
  const { acme, partner, seed } = world;
  const onAcme = await seed.consumer(acme.deployed.deploymentId, acme.apiId, partner.organizationId);
  const onPartner = await seed.consumer(partner.deployed.deploymentId, partner.apiId, acme.organizationId);
  guests = new Map([
    [acme, onAcme.consumerId],
    [partner, onPartner.consumerId],
  ]);
  offers = new Map([
    [acme, await offer(acme)],
    [partner, await offer(partner)],
  ]);
  // External, so that even the APIs of its own need it.
  await freshGrant(partner, partner.apiId);
  const { body } = await world.ask(acme.members.user, 'POST', '/api/user/reportIssue', { body: issueForm() });
  issueId = Number(body.issueId);
  await world.shown(onPartner.position);
  await world.shown(body.position);
});
afterAll(() => world.close());

it('has a row for every route', () => {
  const named = new Set(rows.map(({ call }) => call));
  expect(
    routes.map(({ method, path }) => `${method.toUpperCase()} ${path}`).filter((name) => !named.has(name)),
  ).toEqual([]);
  for (const { statuses } of rows) expect(statuses).toHaveLength(memberNames.length);
});

it('asks every call of the areas shell and api, answers it to who may, and asks for things of others', async () => {
  const specified = (await readSpecifiedCalls()).filter(({ area }) => area === 'shell' || area === 'api');
  const asked = (name: string, who: (subject: string) => boolean) =>
    rows.filter(({ call, subject }) => nameless(call) === nameless(name) && who(subject));
  const open = ['GET /actuator/info'];
  const wrong = specified.flatMap(({ name }) => {
    if (open.includes(name)) return [];
    const own = asked(name, (subject) => subject !== 'other').flatMap(({ statuses }) => statuses);
    const all = asked(name, () => true).flatMap(({ statuses }) => statuses);
    if (!all.some((status) => status.split('/').includes('200'))) return [`${name}: nobody is answered`];
    // What only portal administrators may is the same for the things of every organization.
    const refused = new Set(own.filter((status) => status !== '200'));
    if (/\{\w+\}/.test(name) && asked(name, (subject) => subject === 'other').length === 0 && !refused.has('403'))
      return [`${name}: no row for the thing of another organization`];
    return [];
  });
  expect(wrong).toEqual([]);
});

it.each(rows)(
  '$call of $subject',
  async ({ call, subject, statuses }) => {
    const [method = ''] = call.split(' ');
    const expected: Record<string, number> = {};
    const answered: Record<string, number> = {};
    const one = async (side: Side, other: Side, name: MemberName, member: Member, status: number) => {
      const api = subject === 'other' ? other : side;
      const owner = subject === 'own' || subject === 'granted' ? side : other;
      // Who somebody is does not hang on how they say it: one organization's scripts are enough.
      for (const by of side === world.acme ? (['session', 'bearer'] as const) : (['session'] as const)) {
        const make = calls[call] ?? (() => ({ target: call.split(' ')[1] as string }));
        const kind = { guest: subject === 'guest', granted: subject === 'granted' };
        const { target, ...ask } = await make({ api, owner, ...kind }, status === 200);
        const before = status < 400 ? 0 : await world.countEvents();
        const key = `${side.name} ${name} by ${by}`;
        expected[key] = status;
        answered[key] = (await world.ask(member, method, target, { ...ask, by })).status;
        if (status >= 400) expect(await world.countEvents(), key).toBe(before);
      }
    };
    for (const [index, name] of memberNames.entries()) {
      const [internal, external] = (statuses[index] as string).split('/');
      const { acme, partner } = world;
      await one(acme, partner, name, acme.members[name], Number(internal));
      await one(partner, acme, name, partner.members[name], Number(external ?? internal));
    }
    expect(answered).toEqual(expected);
  },
  120_000,
);
