import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lockGenerations } from '#projections/engine/generations.ts';
import { prepareCalls } from '#test/examples/all-route-examples.ts';
import { newName } from '#test/examples/route-examples.ts';
import { openSession, type Session } from '#test/postgres/sql.ts';
import { tablesWith } from '#test/postgres/tables-with.ts';
import type { Member } from '#test/world/bff-seed.ts';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';
import { approvalOf, signUpForm } from '../registration/examples.ts';
import { routes } from '../routes.ts';

let world: BffWorld;
let callOf: Awaited<ReturnType<typeof prepareCalls>>;
let holder: Session;
beforeAll(async () => {
  world = await startBffWorld();
  callOf = await prepareCalls(world);
  holder = await openSession(world.ownerUrl);
  // Nobody makes read tables anew until it ends.
  await holder.query('begin');
  await lockGenerations(holder);
});
afterAll(async () => {
  await holder.end();
  await world.close();
});

const post = async (target: string, json: object, who: Member | null = world.acme.members.portal, headers = {}) => {
  const response = await world.ask(who, 'POST', target, { json, headers });
  expect(response.status, `${target} ${JSON.stringify(response.body)}`).toBe(200);
  await world.shown(response.body.position);
  return response.body;
};

const word = 'quetzal';
const browser = { 'user-agent': 'quetzal-browser' };
const applicantForm = () => ({
  ...signUpForm(),
  firstName: 'Quetzal',
  lastName: 'Quetzal',
  email: `${newName()}@quetzal.test`,
  company: 'Quetzal and Sons',
  comments: 'Ask the quetzal',
  phoneNumber: '+1(816)-222-2222',
});

/** An applicant whose address an application knows, then a user who does everything that leaves a trace. */
const newPerson = async (): Promise<number> => {
  const { acme, partner } = world;
  const form = applicantForm();
  const people = { contact: form.email, owners: form.email };
  const application = { id: 0, name: newName(), description: 'Sells', external: false, ...people };
  await post('/api/application/edit-application', { ...application, organizationId: acme.organizationId });
  const asked = await post('/api/access-requests', form, null, browser);
  const approval = approvalOf(Number(asked.requestId), partner.organizationId);
  const names = { firstname: form.firstName, lastname: form.lastName, email: form.email };
  const { userId: id } = await post('/api/approve-access-request', { ...approval, ...names });
  const userId = Number(id);
  const member = { userId, email: form.email, roles: [], subject: `quetzal-${userId}` };
  await world.signIn(member);

  const change = { id: 0, firstname: 'Wil Quetzal', lastname: 'Quetzal', phoneNumber: '+31(20)-123-4567' };
  await post('/api/user', change, member, browser);
  const access = {
    organizationId: partner.organizationId,
    productId: await world.publish(acme),
    reason: 'For a quetzal',
  };
  const { id: apiAccessRequestId } = await post('/api/request-access', access, member);
  await post('/api/approve-api-access-request', { apiAccessRequestId, note: 'Yes, quetzal' });
  const issue = new FormData();
  issue.set('title', 'Quetzal title');
  issue.set('description', 'Quetzal description');
  expect((await world.ask(member, 'POST', '/api/user/reportIssue', { body: issue })).status).toBe(200);
  await post('/api/user', { id: userId, companyAdmin: true });
  await world.allShown();
  return userId;
};

/** Returns the calls whose response has the word: every list, file, history and detail that a portal administrator gets. */
const callsWithWord = async (): Promise<string[]> => {
  const found: string[] = [];
  // There are more files than a person may have in five minutes.
  await world.pool.query('delete from call_counts');
  for (const { path } of routes.filter(({ method }) => method === 'get')) {
    const { target } = await callOf(`GET ${path}`);
    const { status, body } = await world.ask(world.acme.members.portal, 'GET', target);
    expect(status, target).not.toBe(429);
    if (JSON.stringify(body).toLowerCase().includes(word)) found.push(path);
  }
  return found;
};

const expectNothing = async () => {
  expect(await tablesWith(world.ownerUrl, word)).toEqual([]);
  expect(await callsWithWord()).toEqual([]);
  expect(world.log.filter((line) => line.toLowerCase().includes(word))).toEqual([]);
};

describe('E5: before any read table is rebuilt', () => {
  it('nothing shows the name or the address of an erased user', async () => {
    const userId = await newPerson();
    const tables = (await tablesWith(world.ownerUrl, word)).join(' ');
    for (const name of ['users', 'registrations', 'issues', 'access_requests', 'application_addresses'])
      expect(tables).toContain(`read.${name}`);
    expect((await callsWithWord()).length).toBeGreaterThan(4);

    const { portal } = world.acme.members;
    const removed = await world.ask(portal, 'DELETE', `/api/user?id=${userId}`);
    expect(removed.status).toBe(200);
    await post('/api/user/erase', { id: userId });
    await world.allShown();
    await expectNothing();
    const { rows } = await world.pool.query('select firstname, email, company from registrations where user_id = $1', [
      userId,
    ]);
    expect(rows).toEqual([{ firstname: '[erased]', email: '[erased]', company: '[erased]' }]);
  });

  it('nothing shows the name or the address of an erased request, as soon as it is erased', async () => {
    const { requestId: accessRequestId } = await post('/api/access-requests', applicantForm(), null, browser);
    const lists = ['/api/inbox', '/api/inbox/download', '/api/pending-requests', '/api/pending-requests/download'];
    expect((await callsWithWord()).sort()).toEqual(lists);
    await post('/api/deny-access-request', { accessRequestId, reason: 'No quetzals here' });
    expect(await tablesWith(world.ownerUrl, word)).toEqual([expect.stringContaining('read.registrations')]);
    const { portal } = world.acme.members;
    const erase = await world.ask(portal, 'POST', '/api/erase-access-request', { json: { accessRequestId } });
    expect(erase.status).toBe(200);
    const { body } = await world.ask(portal, 'GET', '/api/pending-requests?status=DENIED');
    const [row] = body.accessRequests as [object];
    const names = { firstName: '[erased]', lastName: '[erased]', email: '[erased]', company: '[erased]' };
    expect(row).toMatchObject({ id: accessRequestId, ...names, reason: '[erased]', comments: '', phoneNumber: '' });
    await expectNothing();
  });
});
