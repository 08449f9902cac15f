import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { organizationDecider } from '#domain/organization/decider.ts';
import { originOf } from '#domain/organization/four-eyes.ts';
import { userDecider } from '#domain/user/decider.ts';
import { termsVersion } from '#domain/user/terms.ts';
import { createSubjectKeys } from '#eventstore/subject-keys.ts';
import { randomId } from '#platform/uuid.ts';
import { newName } from '#test/examples/route-examples.ts';
import type { Member } from '#test/world/bff-seed.ts';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';
import { newId } from '../http/new-id.ts';
import { approvalOf, newDenial, newRequest, signUpForm } from './examples.ts';
import { registrationCalls, withInternalDomains } from './fixtures/registration-calls.ts';

let world: BffWorld;
beforeAll(async () => {
  world = await startBffWorld(withInternalDomains);
});
afterAll(() => world.close());

const { signUp, post, list, problems, eventsOf } = registrationCalls(() => world);

describe('a decision', () => {
  it('approves: the user is there at once, and the request says who approved it', async () => {
    const { acme, partner } = world;
    const form = { ...signUpForm(), company: 'partner', phoneNumber: '+1(816)-111-1111' };
    const { body } = await signUp(form);
    await world.shown(body.position);
    const approval = { ...approvalOf(Number(body.requestId), partner.organizationId), email: form.email };
    const approved = await post(acme.members.portal, '/api/approve-access-request', {
      ...approval,
      firstname: 'Eleonora',
    });
    expect(approved).toMatchObject({ status: 200, body: { userId: expect.any(Number) } });
    const user = await world.ask(acme.members.portal, 'GET', `/api/userById?id=${approved.body.userId}`);
    expect(user.body).toMatchObject({
      id: approved.body.userId,
      firstname: 'Eleonora',
      email: form.email,
      organizationId: partner.organizationId,
      roles: ['ROLE_COMPANY_USER'],
      phoneNumber: form.phoneNumber,
      termsAccepted: termsVersion,
    });
    const { accessRequests } = await list(
      acme.members.portal,
      '/api/pending-requests?status=APPROVED',
      approved.body.position,
    );
    expect(accessRequests[0]).toMatchObject({
      id: body.requestId,
      status: 'APPROVED',
      organizationName: 'Partner',
      companyAdmin: false,
      decidedBy: expect.stringContaining('Acme-portal'),
    });
    expect((await eventsOf(body.requestId)).map(({ type }) => type)).toEqual([
      'RegistrationRequested',
      'RegistrationApprovalBegun',
      'RegistrationApproved',
    ]);
  });

  it.each([
    ['a partner', 'partner', 'ada@portico.example', 'email', 'user.email-internal'],
    ['an internal organization', 'acme', 'nora@elsewhere.test', 'organizationId', 'user.email-external'],
  ] as const)(
    'never brings an address into %s that does not belong there',
    async (_where, side, email, field, code) => {
      const asked = await newRequest(world, world.partner);
      const approval = { ...approvalOf(asked, world[side].organizationId), email };
      const refused = await post(world.acme.members.portal, '/api/approve-access-request', approval);
      expect(refused).toMatchObject({ status: 400, body: { errors: [{ field, code }] } });
      if (side === 'acme') return;
      const { admin } = world.partner.members;
      expect(await post(admin, '/api/approve-organization-request', approval)).toMatchObject({
        status: 400,
        body: { errors: [{ field, code }] },
      });
    },
  );

  it('makes a company administrator only where the reviewer says so', async () => {
    const { admin } = world.partner.members;
    const approval = approvalOf(await newRequest(world, world.partner), world.partner.organizationId);
    const { body } = await post(admin, '/api/approve-organization-request', { ...approval, companyAdmin: true });
    const user = await world.ask(admin, 'GET', `/api/userById?id=${body.userId}`);
    expect(user.body.roles).toEqual(['ROLE_COMPANY_ADMIN']);
  });

  it('denies, with a reason', async () => {
    const { admin } = world.partner.members;
    const id = await newRequest(world, world.partner);
    const denied = await post(admin, '/api/deny-organization-access-request', {
      accessRequestId: id,
      reason: ' Who? ',
    });
    expect(denied).toMatchObject({ status: 200, body: { accessRequestId: id } });
    const { accessRequests } = await list(
      admin,
      '/api/organization-pending-requests?status=DENIED',
      denied.body.position,
    );
    expect(accessRequests[0]).toMatchObject({ id, status: 'DENIED', reason: 'Who?' });
  });

  it.each(['approve', 'deny'] as const)(
    'counts once if two decide at the same time, and the second learns who decided (%s)',
    async (second) => {
      const { acme, partner } = world;
      const id = await newRequest(world, partner);
      const approval = approvalOf(id, partner.organizationId);
      const decisions = [
        () => post(acme.members.portal, '/api/approve-access-request', approval),
        () =>
          second === 'approve'
            ? post(partner.members.admin, '/api/approve-organization-request', approval)
            : post(partner.members.admin, '/api/deny-organization-access-request', { accessRequestId: id }),
      ];
      const answers = await Promise.all(decisions.map((decide) => decide()));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const faster = answers[0]?.status === 200 ? 'Acme-portal' : 'Partner-admin';
      const slower = answers.find(({ status }) => status === 409);
      expect(slower?.body.detail).toMatch(new RegExp(`^${faster} .* has (approved|denied) this request already\\.$`));
      expect((await eventsOf(id)).filter(({ type }) => /Begun|Denied/.test(type))).toHaveLength(1);
    },
  );

  it('approves nobody for an organization that is deactivated or being deleted, and the request stays open', async () => {
    const closed = await world.seed.organization(newName(), true);
    const going = await world.seed.organization(newName(), true);
    const unused = { usedLately: false, hasLastAdministrator: false, callers: [], accepted: [] };
    const requestId = await newId(world.pool, 'organization');
    await world.seed.send(organizationDecider, closed, {
      type: 'SwitchOrganization',
      data: { operationId: randomId(), deactivated: true, hasLastAdministrator: false },
    });
    await world.seed.send(organizationDecider, going, {
      type: 'RequestDeletion',
      data: { ...unused, requestId, requestedBy: 1 },
    });
    await world.seed.send(organizationDecider, going, {
      type: 'ApproveDeletion',
      data: {
        ...unused,
        requestId,
        decidedBy: 2,
        operationId: randomId(),
        approver: originOf([]),
        at: new Date().toISOString(),
      },
    });
    const id = await newRequest(world, world.acme);
    const approve = (organizationId: number) =>
      post(world.acme.members.portal, '/api/approve-access-request', approvalOf(id, organizationId));
    expect(problems(await approve(closed))).toEqual([
      400,
      [['organizationId', 'This organization is deactivated. Activate it first, or choose another one.']],
    ]);
    const gone = [400, [['organizationId', 'This organization does not exist any more. Choose another one.']]];
    for (const organizationId of [going, 1_999_999]) expect(problems(await approve(organizationId))).toEqual(gone);
    expect((await approve(world.partner.organizationId)).status).toBe(200);
  });

  it('is checked at its fields', async () => {
    const { acme, partner } = world;
    const approval = approvalOf(await newRequest(world, partner), partner.organizationId);
    const { portal } = acme.members;
    const known = { id: 0, firstname: 'Nora', lastname: 'Lind', email: 'known-user@applicant.example' };
    const json = { ...known, organizationId: partner.organizationId };
    await world.shown((await world.ask(portal, 'POST', '/api/user/edit-user', { json })).body.position);
    const taken = [400, [['email', expect.stringMatching(/already/)]]];
    const approve = async (change: object) =>
      problems(await post(acme.members.portal, '/api/approve-access-request', { ...approval, ...change }));
    expect(await approve({ organizationId: 0 })).toEqual([400, [['organizationId', 'Organization is required']]]);
    expect(await approve({ email: '' })).toEqual([400, [['email', 'Email address is required']]]);
    expect(await approve({ email: known.email })).toEqual(taken);
    const other = await newRequest(world, partner, 'other-open@applicant.example');
    expect(other).toBeGreaterThan(0);
    expect(await approve({ email: 'other-open@applicant.example' })).toEqual(taken);
  });

  it('can be erased with everything about the person once it is denied, and only by a portal administrator', async () => {
    const { portal, admin } = world.acme.members;
    const waiting = await newRequest(world, world.acme);
    const denied = await newDenial(world, world.acme);
    const erase = (who: Member, accessRequestId: number) => post(who, '/api/erase-access-request', { accessRequestId });
    expect((await erase(admin, denied)).status).toBe(403);
    expect((await erase(portal, waiting)).body).toMatchObject({ code: 'registration.not-denied' });
    expect((await erase(portal, 1_999_999)).status).toBe(404);
    expect((await erase(portal, denied)).status).toBe(200);
    expect((await erase(portal, denied)).status).toBe(200);
    const events = await eventsOf(denied);
    expect(events.map(({ type }) => type)).toEqual([
      'RegistrationRequested',
      'RegistrationDenied',
      'RegistrationErasureBegun',
      'RegistrationErased',
    ]);
    // The store of the test remembers keys that it has used. One that opens now has to ask for them.
    const keys = createSubjectKeys(world.pool, world.services.settings.PORTICO_KEY);
    const keyOf = async (event: Readonly<{ data: object }> | undefined) => {
      const userId = Number((event?.data as { userId?: number } | undefined)?.userId);
      return (await keys.forReading([userId], true)).get(userId);
    };
    expect(await keyOf(events[0])).toBeUndefined();
    expect(await keyOf((await eventsOf(waiting))[0])).toBeDefined();
  });

  it('of something that does not exist is a 404', async () => {
    const json = { accessRequestId: 1_999_999, reason: '' };
    expect((await post(world.acme.members.portal, '/api/deny-access-request', json)).status).toBe(404);
    expect((await post(world.acme.members.admin, '/api/deny-organization-access-request', json)).status).toBe(404);
  });
});

describe('the queue of an organization', () => {
  const company = newName();
  let organizationId: number;
  let admin: Member;
  const idsOf = async (path = '/api/organization-pending-requests') =>
    (await list(admin, path)).accessRequests.map(({ id }) => id);

  beforeAll(async () => {
    organizationId = await world.seed.organization(company, true);
    admin = await world.seed.user(organizationId, 'queue', ['ROLE_COMPANY_ADMIN']);
    await world.signIn(admin);
    const send = async (email: string) => {
      const userId = await newId(world.pool, 'user');
      const data = { userId, organizationId, firstname: 'A', lastname: 'B', email, roles: [] };
      await world.seed.send(userDecider, userId, { type: 'RegisterUser', data });
    };
    await send('someone@queue-company.example');
    await send('someone@gmail.com');
    await world.allShown();
  });

  const side = (name: string) => ({ ...world.partner, name });

  it('has the requests with the mail domain of its people, or with its exact name', async () => {
    const byDomain = await newRequest(world, side('Something else'), 'new@Queue-Company.example');
    const byName = await newRequest(world, side(company.toUpperCase()), 'new@elsewhere.example');
    const others = await newRequest(world, side('Something else'), 'new@gmail.com');
    await newRequest(world, side('Something else'), 'new@sub.queue-company.example');
    await newRequest(world, side(`${company} Ltd`), 'newer@elsewhere.example');
    expect(await idsOf()).toEqual([byName, byDomain]);
    expect((await list(admin, '/api/organization-pending-requests')).accessRequests[0]).toMatchObject({
      organizationId,
      organizationName: company,
      companyAdmin: false,
    });
    const all = await list(world.acme.members.portal, `/api/pending-requests?orgId=${organizationId}`);
    expect(all.accessRequests.map(({ id }) => id)).toEqual([byName, byDomain]);
    const one = (id: unknown) => idsOf(`/api/organization-pending-requests?status=ALL&id=${id}`);
    expect([await one(byDomain), await one(others)]).toEqual([[byDomain], []]);
    const proposed = await list(world.acme.members.portal, '/api/pending-requests?search=new@queue-company');
    expect(proposed).toMatchObject({ total: 1, accessRequests: [{ id: byDomain, organizationId }] });
  });

  it('proposes an organization by the mail domain of its people only, never by a name that somebody wrote', async () => {
    const { portal } = world.acme.members;
    const strange = await newRequest(world, side(company), 'stranger@unrelated.example');
    const colleague = await newRequest(world, side('Whatever'), 'colleague@queue-company.example');
    const one = async (who: Member, path: string) => (await list(who, path)).accessRequests[0];
    const proposal = (id: number) => one(portal, `/api/pending-requests?id=${id}`);
    expect(await proposal(strange)).toMatchObject({ organizationId: null, organizationName: '', colleagues: 'none' });
    expect(await proposal(colleague)).toMatchObject({ organizationId, organizationName: company, colleagues: 'some' });
    // In the organization's own queue it is given, and the form says that the domain is strange.
    const own = (id: number) => one(admin, `/api/organization-pending-requests?id=${id}`);
    expect(await own(strange)).toMatchObject({ organizationId, colleagues: 'none' });
    expect(await own(colleague)).toMatchObject({ organizationId, colleagues: 'some' });
  });

  it('loses a request that is approved for another organization', async () => {
    const id = await newRequest(world, side(company), 'moved@elsewhere.example');
    const { body } = await post(world.acme.members.portal, '/api/approve-access-request', {
      ...approvalOf(id, world.partner.organizationId),
    });
    await world.shown(body.position);
    expect(await idsOf('/api/organization-pending-requests?status=APPROVED')).not.toContain(id);
  });

  it('is paged, sorted and searched', async () => {
    const path = '/api/organization-pending-requests';
    for (const name of ['c', 'a', 'b']) await newRequest(world, side(company), `${name}-sorted@elsewhere.example`);
    const sorted = await list(admin, `${path}?search=-SORTED@&sortBy=email&order=asc`);
    expect(sorted.accessRequests.map(({ email }) => String(email)[0])).toEqual(['a', 'b', 'c']);
    for (const sortBy of ['id', 'company', 'role', 'firstName', 'lastName', 'email', 'createdAt'])
      expect((await list(admin, `${path}?sortBy=${sortBy}`)).total, sortBy).toBeGreaterThan(3);
    expect((await world.ask(admin, 'GET', `${path}?sortBy=password`)).status).toBe(400);
    for (let turn = 0; turn < 10; turn += 1) await newRequest(world, side(company));
    const [first, second] = [await list(admin, path), await list(admin, `${path}?page=1`)];
    expect(first.accessRequests).toHaveLength(10);
    expect(second.accessRequests).toHaveLength(second.total - 10);
    expect(new Set([...first.accessRequests, ...second.accessRequests].map(({ id }) => id)).size).toBe(second.total);
  });

  it('L1: is a CSV file without formulas', async () => {
    await newRequest(world, side(company), '=cmd@elsewhere.example');
    const { body, headers } = await world.ask(admin, 'GET', '/api/organization-pending-requests/download?search==cmd');
    expect(headers.get('content-disposition')).toContain('registration-requests.csv');
    const [header, line] = String(body.text).replace('\ufeff', '').split('\r\n');
    expect(header).toBe(
      'Id,Company,Role,First name,Last name,Email,Phone number,Requested at,Status,Organization,Decided by,Decided at,Reason',
    );
    expect(line).toContain(",'=cmd@elsewhere.example,");
  });
});
