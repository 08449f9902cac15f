import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { byPortal } from '#domain/core/actor.ts';
import { execute } from '#eventstore/execute.ts';
import { randomId } from '#platform/uuid.ts';
import { newName } from '#test/examples/route-examples.ts';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';
import { prepareRegistration } from '../user/register-user.ts';
import { approvalOf, newRequest, signUpForm } from './examples.ts';
import { registrationCalls, withInternalDomains } from './fixtures/registration-calls.ts';

let world: BffWorld;
beforeAll(async () => {
  world = await startBffWorld(withInternalDomains);
});
afterAll(() => world.close());

const { signUp, post, list, problems, eventsOf } = registrationCalls(() => world);

describe('the form Sign Up', () => {
  it('leaves a request that portal administrators see', async () => {
    const form = { ...signUpForm(), company: 'Brindle & Co. (Ltd)', phoneNumber: '+1(816)-111-1111' };
    const { status, body } = await signUp(form);
    expect({ status, body }).toEqual({
      status: 200,
      body: { requestId: expect.any(Number), position: expect.any(String), confirm: false },
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
      colleagues: 'none',
      reason: '',
      decidedAt: null,
      decidedBy: null,
      erased: false,
    });
  });

  it.each([
    [{ company: '' }, [['company', 'Company is required']]],
    [
      { firstName: 'R2' },
      [['firstName', "“2” can't be used here. Use letters, spaces, apostrophes, hyphens and full stops."]],
    ],
    [{ lastName: '' }, [['lastName', "Last name is required and must be consist of alphabetic letters, ''"]]],
    [{ email: '' }, [['email', 'Email address is required']]],
    [{ email: 'nora@harbour' }, [['email', 'Email must be valid']]],
    [
      { email: 'nora@CORP.portico.test' },
      [['email', 'Internal users do not need to register. Please Login using ADFS.']],
    ],
    [{ email: 'ada@portico.example' }, [['email', 'Internal users do not need to register. Please Login using ADFS.']]],
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
    const approval = approvalOf(Number(body.requestId), world.partner.organizationId);
    const { userId } = (await post(world.acme.members.portal, '/api/approve-access-request', approval)).body;
    const events = await world.services.store.read(`user-${userId}`);
    expect(events[1]).toMatchObject({ type: 'UserSettingsChanged', data: { settings: { language: 'he' } } });
  });

  it("E2: encrypts the form and the client's address with the key of the future person", async () => {
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

  it('is one request for each address, in any spelling, also for many forms at once', async () => {
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

  it('is refused for the address of a user in any spelling', async () => {
    const request = await newRequest(world, world.partner, 'known@applicant.test');
    const approved = await post(world.acme.members.portal, '/api/approve-access-request', {
      ...approvalOf(request, world.partner.organizationId),
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
  it('is given to no new user at the same moment, but a person who proves to own it may sign in', async () => {
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
