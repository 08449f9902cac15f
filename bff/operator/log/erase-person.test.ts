import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Address } from '#domain/application/application.ts';
import { applicationDecider } from '#domain/application/decider.ts';
import { userDecider } from '#domain/user/decider.ts';
import { tablesWith } from '#test/postgres/tables-with.ts';
import { npmRun } from '#test/production/npm-run.ts';
import type { Member } from '#test/world/bff-seed.ts';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';
import { newId } from '../../http/new-id.ts';

let world: BffWorld;
beforeAll(async () => {
  world = await startBffWorld();
});
afterAll(() => world.close());

const log = (...args: readonly string[]) => npmRun('log', args, world.operatorEnv);

/** Registers a person of the partner whose name, address, texts and browser contain "canary". */
const registerCanary = async (): Promise<Member> => {
  const { issuer } = (await world.pool.query<{ issuer: string }>('select issuer from users limit 1')).rows[0] ?? {};
  const userId = await newId(world.pool, 'user');
  const email = 'Wilhelmina@Canary.example';
  const subject = `person-${userId}`;
  await world.seed.send(userDecider, userId, {
    type: 'RegisterUser',
    data: {
      userId,
      organizationId: world.partner.organizationId,
      firstname: 'Wilhelmina Canary',
      lastname: 'Canary-Example',
      email,
      roles: ['ROLE_COMPANY_USER'],
      identity: { issuer: String(issuer), subject },
    },
  });
  await world.allShown();
  const person = { userId, email, roles: [], subject };
  await world.signIn(person);
  return person;
};

const headers = { 'user-agent': 'canary-browser' };
const report = async (who: Member) => {
  const form = new FormData();
  form.set('title', 'Canary title');
  form.set('description', 'Canary description');
  form.set('issueFile', new File([Buffer.from('plain words')], 'words.txt'));
  return await world.ask(who, 'POST', '/api/user/reportIssue', { body: form, headers });
};

/** An application has the address as its contact, and another one waits for it. */
const nameInApplications = async (email: string): Promise<void> => {
  const { organizationId } = world.partner;
  const about = { organizationId, name: 'Till', description: '', external: false, owners: [] };
  for (const people of [(address: Address) => ({ contact: address }), (address: Address) => ({ invited: [address] })]) {
    const applicationId = await newId(world.pool, 'application');
    const address = { addressId: await newId(world.pool, 'user'), email: email.toUpperCase() };
    const data = { applicationId, ...about, ...people(address) };
    await world.seed.send(applicationDecider, applicationId, { type: 'RegisterApplication', data });
  }
};

test('E5 erases a person: screens show [erased], no table contains their data, the log is still valid', async () => {
  const person = await registerCanary();
  const api = await world.publish(world.acme);
  const issue = await report(person);
  const access = await world.ask(person, 'POST', '/api/request-access', {
    json: { organizationId: world.partner.organizationId, productId: api, reason: 'Canary reason' },
    headers,
  });
  const profile = await world.ask(person, 'POST', '/api/user', {
    json: { id: 0, firstname: 'Wilhelmina Canary', lastname: 'Canary Changed', phoneNumber: '+31(20)-123-4567' },
    headers,
  });
  expect([issue.status, access.status, profile.status]).toEqual([200, 200, 200]);
  await nameInApplications(person.email);
  await world.allShown();
  const tables = (await tablesWith(world.ownerUrl, 'canary')).join(' ');
  for (const name of ['users', 'issues', 'access_requests', 'application_addresses'])
    expect(tables).toContain(`read.${name}`);

  const { code, output } = await log('erase-person', 'wilhelmina@canary.EXAMPLE');
  expect({ code, output }).toEqual({
    code: 1,
    output: expect.stringContaining(`User ${person.userId}, Wilhelmina Canary Canary Changed`),
  });
  expect(output).toContain('Files that they attached to issues stay: 1.');
  expect(output).toContain('without a terminal there is nobody to ask. Add --yes.');
  expect((await world.ask(person, 'GET', '/api/user/settings')).status).toBe(200);

  expect(await log('erase-person', 'wilhelmina@canary.EXAMPLE', '--yes')).toEqual({
    code: 0,
    output: `User ${person.userId} is erased.\n`,
  });
  await world.allShown();
  expect(await tablesWith(world.ownerUrl, 'canary')).toEqual([]);
  const { support, portal } = world.acme.members;
  const shown = await world.ask(support, 'GET', `/api/issues/${issue.body.issueId}`);
  expect(shown).toMatchObject({ status: 200, body: { title: '[erased]', description: '[erased]' } });
  expect(await world.ask(portal, 'GET', `/api/userById?id=${person.userId}`)).toMatchObject({
    status: 200,
    body: { firstname: '[erased]', lastname: '[erased]', email: '[erased]' },
  });
  expect((await world.ask(person, 'GET', '/api/user/settings')).status).toBe(401);
  expect((await world.ask(person, 'GET', '/api/user/settings', { by: 'bearer' })).status).toBe(401);
  // Other people have not changed.
  expect(await world.ask(portal, 'GET', `/api/userById?id=${support.userId}`)).toMatchObject({
    body: { firstname: 'Acme-support', email: support.email },
  });
  const history = await log('show', `user-${person.userId}`);
  expect(history.output).toMatch(/firstname +\[erased\]/);
  expect(history.output).toMatch(/UserDeleted {2}by the portal[\s\S]+UserErased {2}by the portal/);
  expect(await log('verify')).toMatchObject({ code: 0, output: expect.stringContaining('is as it was appended') });
}, 120_000);

test('can be repeated by number after an interruption, and removes the rest of the old tables', async () => {
  const { userId } = world.partner.members.auditor;
  await world.services.store.read(`user-${userId}`);
  const key = `update subject_keys set wrapped = null, destroyed_at = now() where subject = ${userId}`;
  await world.pool.query(key);
  const { rows } = await world.pool.query('select firstname from users where id = $1', [userId]);
  expect(rows).toEqual([{ firstname: 'Partner-auditor' }]);
  expect(JSON.parse((await log('erase-person', String(userId), '--yes', '--json')).output)).toEqual({ erased: userId });
  const after = await world.pool.query('select firstname, active from users where id = $1', [userId]);
  expect(after.rows).toEqual([{ firstname: '[erased]', active: false }]);
}, 120_000);

test('refuses an unknown person, and says what to do after erasing the last portal administrator', async () => {
  expect(await log('erase-person', 'nobody@canary.example', '--yes')).toEqual({
    code: 1,
    output: 'There is no user nobody@canary.example. Write their number or e-mail address.\n',
  });
  await world.shown(
    await world.seed.send(userDecider, world.partner.members.portal.userId, { type: 'DisableUser', data: {} }),
  );
  expect((await log('erase-person', String(world.acme.members.portal.userId))).output).toContain(
    'They are the last portal administrator: npm run first-admin names another.',
  );
}, 60_000);

test('builds the read tables itself if no projector runs', async () => {
  const { userId } = world.partner.members.gateway;
  await world.allShown();
  await world.stopProjections();
  expect(await log('erase-person', String(userId), '--yes')).toEqual({
    code: 0,
    output: `User ${userId} is erased.\n`,
  });
  const { rows } = await world.pool.query('select firstname, active from users where id = $1', [userId]);
  expect(rows).toEqual([{ firstname: '[erased]', active: false }]);
  const { rows: kept } = await world.pool.query(
    `select projection from generations where state <> 'live' and tables <> '{}'`,
  );
  expect(kept).toEqual([]);
}, 120_000);
