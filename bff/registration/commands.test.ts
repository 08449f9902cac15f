import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { byPortal } from '#domain/core/actor.ts';
import { userDecider } from '#domain/user/decider.ts';
import { execute } from '#eventstore/execute.ts';
import { randomId } from '#platform/uuid.ts';
import type { Member } from '#test/bff-seed.ts';
import { type BffWorld, startBffWorld, type TestResponse } from '#test/bff-world.ts';
import { newName } from '#test/route-examples.ts';
import { callLimits } from '../http/call-limits.ts';
import { newId } from '../http/new-id.ts';
import { prepareRegistration } from '../user/register-user.ts';
import { approvalOf, newRequest, signUpForm } from './examples.ts';

let world: BffWorld;
beforeAll(async () => {
  world = await startBffWorld({ env: { INTERNAL_EMAIL_DOMAINS: 'portico.example,corp.portico.test' } });
});
afterAll(() => world.close());

/** Posts the form Sign Up. Nobody is signed in. */
const signUp = (form: object, headers: Record<string, string> = {}) =>
  world.ask(null, 'POST', '/api/access-requests', { json: form, headers });
const post = (who: Member, path: string, json: object) => world.ask(who, 'POST', path, { json });
const list = async (who: Member, path: string, position?: unknown) => {
  const headers = position ? { 'x-min-position': String(position) } : {};
  const { body } = await world.ask(who, 'GET', path, { headers });
  return body as { accessRequests: Record<string, unknown>[]; total: number; page: number };
};
const problems = ({ status, body }: TestResponse) => [
  status,
  (body.errors as { field: string; message: string }[]).map(({ field, message }) => [field, message]),
];
const eventsOf = async (requestId: unknown) => await world.services.store.read(`registration-${requestId}`);

describe('the form Sign Up', () => {
  it('leaves a request that portal administrators see', async () => {
    const form = { ...signUpForm(), company: 'Brindle & Co. (Ltd)', phoneNumber: '+1(816)-111-1111' };
    const { status, body } = await signUp(form);
    expect({ status, body }).toEqual({
      status: 200,
      body: { requestId: expect.any(Number), position: expect.any(String) },
    });
    const { accessRequests } = await list(world.acme.members.portal, '/api/pending-requests', body.position);
    expect(accessRequests[0]).toEqual({
      id: body.requestId,
      company: 'Brindle & Co. (Ltd)',
      companyAdmin: true,
      firstName: 'Nora',
      lastName: 'Lind',
      email: form.email,
      phoneNumber: '+1(816)-111-1111',
      comments: '',
      createdAt: expect.any(String),
      status: 'NEW',
      organizationId: null,
      organizationName: '',
      reason: '',
      decidedAt: null,
      decidedBy: null,
    });
  });

  it.each([
    [{ company: '' }, [['company', 'Company is required']]],
    [{ firstName: 'R2' }, [['firstName', "First name is required and must be consist of alphabetic letters, ''"]]],
    [{ lastName: '' }, [['lastName', "Last name is required and must be consist of alphabetic letters, ''"]]],
    [{ email: '' }, [['email', 'Email address is required']]],
    [{ email: 'nora@harbour' }, [['email', 'Email must be valid']]],
    [
      { email: 'nora@CORP.portico.test' },
      [['email', 'Internal users do not need to register. Please Login using ADFS.']],
    ],
    [
      { phoneNumber: '816 111' },
      [
        [
          'phoneNumber',
          'Please follow the following format: +Country Code (Area Code) - Phone Number. Example: +1(816)-111-1111',
        ],
      ],
    ],
    [{ agreeToTerm: 'no' }, [['agreeToTerm', 'Accept the terms and conditions of use']]],
    [{ comments: 'x'.repeat(1001) }, [['comments', 'At most 1000 characters']]],
    [{ userId: 1 }, [['userId', 'This field is not known']]],
  ])('says at its field what is wrong: %j', async (change, expected) => {
    const before = await world.countEvents();
    expect(problems(await signUp({ ...signUpForm(), ...change }))).toEqual([400, expected]);
    expect(await world.countEvents()).toBe(before);
  });

  it('keeps the language of the form for the account that it asks for', async () => {
    const { body } = await signUp({ ...signUpForm(), language: 'he' });
    await world.shown(body.position);
    const approval = approvalOf(Number(body.requestId), world.acme.organizationId);
    const { userId } = (await post(world.acme.members.portal, '/api/approve-access-request', approval)).body;
    const events = await world.services.store.read(`user-${userId}`);
    expect(events[1]).toMatchObject({ type: 'UserSettingsChanged', data: { settings: { language: 'he' } } });
  });

  it('E2: encrypts what it is told, and where it came from, with the key of the person to be', async () => {
    const form = { ...signUpForm(), lastName: 'Canarylastname', company: 'Canarycompany' };
    const { body } = await signUp(form, { 'user-agent': 'canaryagent' });
    const [event] = await eventsOf(body.requestId);
    expect(event).toMatchObject({
      data: { lastname: 'Canarylastname', company: 'Canarycompany' },
      meta: { actor: { userId: 0, roles: [] }, client: { userAgent: 'canaryagent' } },
    });
    const { rows } = await world.pool.query('select data, meta from events where stream = $1', [
      `registration-${body.requestId}`,
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/canary/i);
    const { userId } = (event as NonNullable<typeof event>).data as { userId: number };
    expect(JSON.parse(rows[0].meta).client.$sealed[0]).toBe(userId);
  });

  it('is one request for one address, however it is written and however many come at once', async () => {
    const form = { ...signUpForm(), email: `Twice-${newName()}@Applicant.test` };
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, turn) =>
        signUp({ ...form, email: turn % 2 ? form.email.toLowerCase() : form.email }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400, 400, 400, 400]);
    const taken = 'This e-mail address has an account already, or a request that waits for review.';
    for (const answer of answers.filter(({ status }) => status === 400))
      expect(problems(answer)).toEqual([400, [['email', taken]]]);
  });

  it('is refused for the address of a user alike', async () => {
    const request = await newRequest(world, world.acme, 'known@applicant.test');
    const approved = await post(world.acme.members.portal, '/api/approve-access-request', {
      ...approvalOf(request, world.acme.organizationId),
      email: 'known@applicant.test',
    });
    expect(approved.status).toBe(200);
    expect(problems(await signUp({ ...signUpForm(), email: 'KNOWN@applicant.test' }))).toMatchObject([
      400,
      [['email', expect.stringContaining('has an account already')]],
    ]);
  });

  it('is sent again after a denial, and the same click twice is one request', async () => {
    const form = signUpForm();
    const headers = { 'idempotency-key': 'one-click-0001' };
    const first = await signUp(form, headers);
    await world.shown(first.body.position);
    expect((await signUp(form, headers)).body).toEqual(first.body);
    const denied = await post(world.acme.members.portal, '/api/deny-access-request', {
      accessRequestId: first.body.requestId,
      reason: 'Call us first.',
    });
    await world.shown(denied.body.position);
    const second = await signUp(form);
    expect(second.status).toBe(200);
    expect(second.body.requestId).not.toBe(first.body.requestId);
  });
});

describe('an address with an open request', () => {
  it('is not given to a new user, however close they are, but whoever proves it may sign in', async () => {
    const { services, acme } = world;
    const form = signUpForm();
    const person = { ...approvalOf(0, acme.organizationId), email: form.email, roles: [] };
    const { organizationId, firstname, lastname, email, roles } = person;
    const newPerson = { organizationId, firstname, lastname, email, roles };
    const add = async () => {
      const { response: _id, ...prepared } = await prepareRegistration(services, newPerson);
      return await execute({
        store: services.store,
        ...prepared,
        meta: { actor: byPortal, commandId: randomId(), correlationId: randomId(), time: new Date().toISOString() },
      });
    };
    const both = await Promise.allSettled([signUp(form), add()]);
    const kept = both.filter(
      (one) => one.status === 'fulfilled' && !('status' in one.value && one.value.status !== 200),
    );
    expect(kept).toHaveLength(1);
    await world.allShown();
    await expect(add()).rejects.toThrow('user.email-taken');

    const other = signUpForm();
    const asked = await signUp(other);
    await world.shown(asked.body.position);
    const proven = { ...newPerson, email: other.email };
    await expect(prepareRegistration(services, proven)).rejects.toThrow('user.email-taken');
    expect((await prepareRegistration(services, proven, false)).response).toEqual({ userId: expect.any(Number) });
  });
});

describe('10,000 forms of a bot', () => {
  it('leave at most what a person could have left', async () => {
    const other = await startBffWorld();
    try {
      const before = await other.countEvents();
      const statuses = new Map<number, number>();
      for (let call = 0; call < 500; call += 1) {
        const { status } = await other.ask(null, 'POST', '/api/access-requests', { json: signUpForm() });
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
      const { calls } = callLimits['sign-up-request'];
      expect(Object.fromEntries(statuses)).toEqual({ 200: calls, 429: 500 - calls });
      expect(await other.countEvents()).toBe(before + calls);
    } finally {
      await other.close();
    }
  });
});

describe('a decision', () => {
  it('approves: the user is there at once, and the request says who approved it', async () => {
    const { acme, partner } = world;
    const form = { ...signUpForm(), company: 'partner' };
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
    'is one of two at the same time, and the second learns who was faster (%s)',
    async (second) => {
      const { acme } = world;
      const id = await newRequest(world, acme);
      const approval = approvalOf(id, acme.organizationId);
      const decisions = [
        () => post(acme.members.portal, '/api/approve-access-request', approval),
        () =>
          second === 'approve'
            ? post(acme.members.admin, '/api/approve-organization-request', approval)
            : post(acme.members.admin, '/api/deny-organization-access-request', { accessRequestId: id }),
      ];
      const answers = await Promise.all(decisions.map((decide) => decide()));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const faster = answers[0]?.status === 200 ? 'Acme-portal' : 'Acme-admin';
      const slower = answers.find(({ status }) => status === 409);
      expect(slower?.body.detail).toMatch(new RegExp(`^${faster} .* has (approved|denied) this request already\\.$`));
      expect((await eventsOf(id)).filter(({ type }) => /Begun|Denied/.test(type))).toHaveLength(1);
    },
  );

  it('is checked at its fields', async () => {
    const { acme } = world;
    const approval = approvalOf(await newRequest(world, acme), acme.organizationId);
    const approve = async (change: object) =>
      problems(await post(acme.members.portal, '/api/approve-access-request', { ...approval, ...change }));
    expect(await approve({ organizationId: 0 })).toEqual([400, [['organizationId', 'Organization is required']]]);
    expect(await approve({ email: '' })).toEqual([400, [['email', 'Email address is required']]]);
    expect(await approve({ email: acme.members.user.email })).toMatchObject([400, [['email', expect.any(String)]]]);
    const other = await newRequest(world, acme, 'other-open@applicant.example');
    expect(other).toBeGreaterThan(0);
    expect(await approve({ email: 'other-open@applicant.example' })).toMatchObject([
      400,
      [['email', expect.any(String)]],
    ]);
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

  it('loses a request that is approved for another organization', async () => {
    const id = await newRequest(world, side(company), 'moved@elsewhere.example');
    const { body } = await post(world.acme.members.portal, '/api/approve-access-request', {
      ...approvalOf(id, world.acme.organizationId),
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
