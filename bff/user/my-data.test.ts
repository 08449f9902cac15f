import { afterAll, beforeAll, expect, it } from 'vitest';
import { applicationDecider } from '#domain/application/decider.ts';
import { userDecider } from '#domain/user/decider.ts';
import { newName } from '#test/examples/route-examples.ts';
import { startAnsweringServer } from '#test/servers/answering-server.ts';
import type { Member } from '#test/world/bff-seed.ts';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';
import { newId } from '../http/new-id.ts';
import { approvalOf, newRequest } from '../registration/examples.ts';
import { dataParts, otherColumns } from './data-parts.ts';

let world: BffWorld;
let portal: Member;
beforeAll(async () => {
  world = await startBffWorld();
  portal = world.acme.members.portal;
});
afterAll(() => world.close());

const dataOf = (who: Member) => world.ask(who, 'GET', '/api/user/my-data');

it('has every column in which a person stands', async () => {
  // Of all tables that the application may read: those of this release's projections, and those that are no read tables.
  const { rows } = await world.pool.query<{ column: string }>(
    `select distinct table_name || '.' || column_name as column from information_schema.columns
     where table_schema = any(current_schemas(false)) and data_type = 'integer'
       and (column_name ~ '_by$' or column_name in ('user_id', 'reporter_id'))`,
  );
  const read = Object.values(dataParts).map((text) => {
    const [, table, column] = /from (\w+)\s+where (\w+) = \$1/.exec(text) ?? [];
    return `${table}.${column}`;
  });
  const named = [...read, ...Object.keys(otherColumns)];
  expect(rows.map(({ column }) => column).filter((column) => !named.includes(column))).toEqual([]);
});

it('has the keys that a person viewed, the calls that they tried and what they decided', async () => {
  const { acme, partner, seed } = world;
  const gateway = await startAnsweringServer((_request, response) => response.writeHead(404).end());
  const gatewayId = await seed.gateway('My data', [], gateway.url);
  const { deploymentId } = await seed.deployment(acme.apiId, gatewayId, 'deployed', {}, acme.organizationId);
  const { consumerId } = await seed.consumer(deploymentId, acme.apiId, acme.organizationId);
  const apiId = await seed.api(acme.organizationId, acme.applicationId, newName());
  await world.allShown();
  const ask = async (who: Member, method: string, target: string, json?: object) => {
    const { status, body } = await world.ask(who, method, target, json ? { json } : {});
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  };
  const asked = { organizationId: partner.organizationId, productId: apiId, reason: '' };
  const { id: requestId } = await ask(partner.members.admin, 'POST', '/api/request-access', asked);
  await world.allShown();
  await ask(portal, 'POST', '/api/deny-api-access-request', { apiAccessRequestId: requestId, note: '' });
  const orgId = await seed.organization(newName(), true);
  await world.allShown();
  const { requestId: deletionId } = await ask(
    partner.members.portal,
    'POST',
    `/api/organization/delete-organization?id=${orgId}`,
  );
  await world.allShown();
  await ask(portal, 'POST', `/api/organization/deny-delete-organization?id=${deletionId}&orgId=${orgId}`);
  await ask(portal, 'POST', '/api/record-consumer', { consumerId });
  await ask(portal, 'POST', `/api/consumer/${consumerId}/call`, { method: 'GET', path: '/orders?name=canary' });
  await gateway.close();
  await world.allShown();
  const { body } = await dataOf(portal);
  expect(body).toMatchObject({
    viewedKeys: [{ keyId: consumerId, apiId: acme.apiId, address: expect.any(String) }],
    triedCalls: [{ keyId: consumerId, method: 'GET', path: expect.stringMatching(/\/orders$/), status: 404 }],
    decidedAccessRequests: [{ id: requestId, status: 'DENIED' }],
    decidedDeletions: [{ id: deletionId, action: 'denied' }],
  });
  expect((await dataOf(partner.members.portal)).body).toMatchObject({
    triedCalls: [],
    deletionRequests: [{ id: deletionId, organizationId: orgId }],
  });
});

it('a person downloads all data about themselves, and about nobody else', async () => {
  const person = await world.seed.user(world.partner.organizationId, newName(), ['ROLE_COMPANY_USER']);
  await world.signIn(person);
  await world.allShown();
  const { body, headers } = await world.ask(person, 'GET', '/api/user/my-data');
  expect(headers.get('content-disposition')).toContain('my-data.json');
  expect(body).toMatchObject({
    account: { email: person.email, organization: 'Partner' },
    sessions: [{ startedAt: expect.any(String) }],
    events: [{ type: 'UserRegistered', data: { email: person.email } }],
  });
  expect(JSON.stringify(body)).not.toContain(portal.email);
});

it('finds the request for an account and the addresses in applications in the data about a person', async () => {
  const { partner } = world;
  const email = `${newName()}@partner.example`;
  const accessRequestId = await newRequest(world, partner, email);
  const approval = { ...approvalOf(accessRequestId, partner.organizationId), email };
  const { body: approved } = await world.ask(portal, 'POST', '/api/approve-access-request', { json: approval });
  const userId = Number(approved.userId);
  const subject = newName();
  await world.seed.send(userDecider, userId, {
    type: 'LinkIdentity',
    data: { identity: { issuer: String(world.services.settings.OIDC_ISSUER), subject }, at: new Date().toISOString() },
  });
  const applicationId = await newId(world.pool, 'application');
  const addressed = async (address: string) => ({ addressId: await newId(world.pool, 'user'), email: address });
  await world.seed.send(applicationDecider, applicationId, {
    type: 'RegisterApplication',
    data: {
      applicationId,
      organizationId: partner.organizationId,
      name: newName(),
      description: '',
      external: true,
      owners: [],
      contact: await addressed(email.toUpperCase()),
      invited: [await addressed('canary@other.example')],
    },
  });
  const person: Member = { userId, email, roles: ['ROLE_COMPANY_USER'], subject };
  await world.signIn(person);
  await world.allShown();
  const { body } = await world.ask(person, 'GET', '/api/user/my-data');
  expect(body).toMatchObject({
    signUps: [{ id: accessRequestId, email, company: 'Partner', status: 'APPROVED' }],
    applicationAddresses: [{ applicationId, purpose: 'contact', email: email.toUpperCase(), inForce: true }],
  });
  expect(JSON.stringify(body)).not.toContain('canary@other.example');
});
