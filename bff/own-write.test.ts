import { afterAll, beforeAll, expect, it } from 'vitest';
import { newName, noId } from '#test/examples/route-examples.ts';
import { importForm } from '#test/world/bff-forms.ts';
import { specText } from '#test/world/bff-seed.ts';
import { type Ask, type BffWorld, publicUrl, responseOf, startBffWorld } from '#test/world/bff-world.ts';
import { createApp } from './app.ts';
import { deployForm } from './deployment/examples.ts';
import { externalFields } from './organization/examples.ts';
import { approvalOf, signUpForm } from './registration/examples.ts';

let world: BffWorld;
/** Two BFFs. A script's calls go to one and the other in turn, as through a load balancer. */
let apps: readonly [BffWorld['app'], BffWorld['app']];
beforeAll(async () => {
  world = await startBffWorld();
  apps = [createApp(world.services, world.webRoot), createApp(world.services, world.webRoot)];
});
afterAll(() => world.close());

let calls = 0;
/** Makes a call as a script does: by bearer, and without `x-min-position`. It has to succeed. */
const call = async (
  who: Parameters<BffWorld['credentials']>[0],
  method: string,
  target: string,
  { json, body, headers = {} }: Ask = {},
) => {
  calls += 1;
  const response = await responseOf(
    await apps[calls % 2 === 0 ? 0 : 1].request(`${publicUrl}${target}`, {
      method,
      headers: {
        ...world.credentials(who, 'bearer'),
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      ...(body === undefined ? {} : { body }),
    }),
  );
  expect([method, target, response.status, response.body]).toEqual([method, target, 200, response.body]);
  return response.body;
};

type Step = (world: BffWorld) => Promise<unknown>;
const portal = () => world.acme.members.portal;
const post = (target: string, json: unknown) => call(portal(), 'POST', target, { json });
const publish = async (applicationId = world.acme.applicationId, more: Readonly<Record<string, string>> = {}) => {
  const body = importForm(applicationId);
  for (const [name, value] of Object.entries(more)) body.set(name, value);
  return Number((await call(portal(), 'POST', '/api/swagger/import', { body })).apiId);
};
const newOrganization = async (more: Readonly<Record<string, unknown>> = {}) =>
  Number(
    (
      await post('/api/organization/edit-organization', {
        id: 0,
        name: newName(),
        contact: 'Ada',
        external: false,
        ...more,
      })
    ).id,
  );
const newApplication = async (organizationId = world.acme.organizationId) =>
  Number(
    (
      await post('/api/application/edit-application', {
        id: 0,
        name: newName(),
        description: 'What it is for',
        organizationId,
        external: false,
        owners: 'nobody@harbour.example',
      })
    ).id,
  );
const newPerson = async (organizationId: number) => {
  const name = newName();
  const person = { firstname: name, lastname: 'Example', email: `${name}@harbour.example` };
  return Number((await post('/api/user/edit-user', { id: 0, ...person, organizationId, invite: true })).userId);
};
const deployed = async (apiId: number) => {
  const { operationId } = await post('/api/swagger/deploy', deployForm(apiId, world.publicGatewayId));
  return Number((await call(portal(), 'GET', `/api/operations/${operationId}`)).deploymentId);
};
const requestAccess = async (apiId: number) => {
  const { organizationId, members } = world.partner;
  const json = { organizationId, productId: apiId };
  return Number((await call(members.owningAdmin, 'POST', '/api/request-access', { json })).id);
};

/** Pairs of calls of which the second needs the first. Each is made five times, without a pause. */
const pairs: Readonly<Record<string, Step>> = {
  'an API and its deployment': async () => deployed(await publish()),
  'an API and its removal': async () => call(portal(), 'DELETE', `/api/swaggers/${await publish()}`),
  'a deployment and its removal': async () =>
    call(portal(), 'DELETE', `/api/swaggers/deployment/${await deployed(await publish())}`),
  'an application and its API': async () => publish(await newApplication()),
  'an application and its removal': async () => call(portal(), 'DELETE', `/api/application/${await newApplication()}`),
  'a business area and its API': async () => {
    const { id } = await post('/api/business-area', { name: newName(), description: 'About it' });
    await publish(undefined, { businessAreaId: String(id) });
  },
  'an organization and its application': async () => newApplication(await newOrganization()),
  'an organization and its person': async () => newPerson(await newOrganization({ ...externalFields })),
  'an organization and its deactivation': async () =>
    post(`/api/organization/deactivate-organization?id=${await newOrganization()}&deactivated=true`, {}),
  'a person and an end of the account': async () =>
    call(portal(), 'PUT', '/api/user', {
      json: { id: await newPerson(world.acme.organizationId), status: 'DISABLED' },
    }),
  'a person and another invitation': async () =>
    post('/api/user/invite', { id: await newPerson(world.acme.organizationId) }),
  'a request for access and its approval': async () =>
    post('/api/approve-api-access-request', { apiAccessRequestId: await requestAccess(await publish()) }),
  'a request for access and its denial': async () =>
    post('/api/deny-api-access-request', { apiAccessRequestId: await requestAccess(await publish()) }),
  'a sign-up and its approval': async () => {
    const { requestId } = await call(null, 'POST', '/api/access-requests', { json: signUpForm() });
    await post('/api/approve-access-request', approvalOf(Number(requestId), world.acme.organizationId));
  },
  'an issue and its end': async () => {
    const body = new FormData();
    body.set('title', 'It does not start');
    body.set('description', 'Since this morning');
    const { issueId } = await call(world.acme.members.user, 'POST', '/api/user/reportIssue', { body });
    await call(world.acme.members.support, 'POST', `/api/issues/${issueId}/close`);
  },
};

it.each(Object.keys(pairs))('I5: %s', async (name) => {
  for (let time = 0; time < 5; time += 1) await pairs[name]?.(world);
});

it('a text is compared with the version that was saved just before', async () => {
  const apiId = await publish();
  const textOf = (description: string) => specText('Matrix').replace('{', `{"x-said":"${description}",`);
  for (const said of ['one', 'two', 'three', 'four', 'five', 'six']) {
    await call(portal(), 'PUT', '/api/swaggers', { json: { specText: textOf(said), apiId } });
    const compared = await post(`/api/swagger/${apiId}/compare`, { specText: textOf(said) });
    expect([said, compared]).toMatchObject([said, { total: 0 }]);
  }
});

it('what does not exist is refused, also right after another write', async () => {
  await post('/api/business-area', { name: newName(), description: 'About it' });
  const json = deployForm(noId, world.publicGatewayId);
  const refused = await world.ask(portal(), 'POST', '/api/swagger/deploy', { json, by: 'bearer' });
  expect(refused).toMatchObject({ status: 404, body: { code: 'deployment.api-gone' } });
});
