import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultSettings } from '#domain/user/settings.ts';
import { termsVersion } from '#domain/user/terms.ts';
import type { Member } from '#test/world/bff-seed.ts';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';

let world: BffWorld;
beforeAll(async () => {
  world = await startBffWorld({ env: { OIDC_ACCOUNT_URL: 'https://id.example/account' } });
});
afterAll(() => world.close());

/** The caller's own details after a command. */
const detailOf = async (who: Member, position?: unknown) =>
  (
    await world.ask(who, 'GET', `/api/user?email=${who.email}`, {
      headers: position ? { 'x-min-position': String(position) } : {},
    })
  ).body;

const newestEvent = async (who: Member) => (await world.services.store.read(`user-${who.userId}`)).at(-1);

const someone = async (): Promise<Member> => {
  const { organizationId } = world.acme;
  const member = await world.seed.user(organizationId, 'somebody', ['ROLE_COMPANY_USER']);
  await world.signIn(member);
  await world.shown((await newestEvent(member))?.position);
  return member;
};

describe('the profile', () => {
  const profile = { id: '0', firstname: 'Adele', lastname: 'Sample', phoneNumber: '+1(816)-111-1111' };

  it('is changed by its owner, under id 0 or their own id', async () => {
    const who = await someone();
    const first = await world.ask(who, 'POST', '/api/user', { json: { ...profile, email: who.email.toUpperCase() } });
    expect(first).toMatchObject({ status: 200, body: { userId: who.userId } });
    expect(await detailOf(who, first.body.position)).toMatchObject({
      firstname: 'Adele',
      lastname: 'Sample',
      phoneNumber: '+1(816)-111-1111',
      email: who.email,
    });
    const again = await world.ask(who, 'POST', '/api/user', { json: { ...profile, id: who.userId, phoneNumber: '' } });
    expect(await detailOf(who, again.body.position)).toMatchObject({ phoneNumber: '' });
  });

  it('F1, E2: makes one event with who, when and from where; nobody can read the personal data in the log', async () => {
    const who = await someone();
    await world.ask(who, 'POST', '/api/user', { json: { ...profile, lastname: 'Canary' } });
    expect(await newestEvent(who)).toMatchObject({
      type: 'UserProfileChanged',
      data: { userId: who.userId, lastname: 'Canary', phoneNumber: '+1(816)-111-1111' },
      meta: { actor: { userId: who.userId }, client: { address: expect.any(String) } },
    });
    const stored = await world.pool.query(`select count(*) from events where data::text like '%Canary%'`);
    expect(stored.rows).toEqual([{ count: 0 }]);
  });

  it('leaves no event when nothing changed', async () => {
    const who = await someone();
    await world.ask(who, 'POST', '/api/user', { json: profile });
    const before = await world.countEvents();
    expect((await world.ask(who, 'POST', '/api/user', { json: profile })).status).toBe(200);
    expect(await world.countEvents()).toBe(before);
  });

  it('explains bad input in plain sentences', async () => {
    const who = await someone();
    const response = await world.ask(who, 'POST', '/api/user', {
      json: { ...profile, firstname: '', lastname: 'R2D2', phoneNumber: '12345' },
    });
    expect(response).toMatchObject({
      status: 400,
      body: {
        errors: [
          { field: 'firstname', message: 'First name is required' },
          {
            field: 'lastname',
            message: "“2” can't be used here. Use letters, spaces, apostrophes, hyphens and full stops.",
          },
          {
            field: 'phoneNumber',
            message:
              'Please follow the following format: +Country Code (Area Code) - Phone Number. Example: +1(816)-111-1111',
          },
        ],
      },
    });
  });

  it('changes neither the e-mail address nor anything else outside the form (B2)', async () => {
    const who = await someone();
    const before = await world.countEvents();
    expect(
      await world.ask(who, 'POST', '/api/user', { json: { ...profile, email: 'other@portico.example' } }),
    ).toMatchObject({ status: 400, body: { code: 'user.email-fixed', errors: [{ field: 'email' }] } });
    for (const field of ['roles', 'organizationId', 'admin', 'companyAdmin', 'active', 'status', 'version'])
      expect(await world.ask(who, 'POST', '/api/user', { json: { ...profile, [field]: 1 } }), field).toMatchObject({
        status: 400,
        body: { code: 'field.unknown' },
      });
    expect(await world.countEvents()).toBe(before);
  });
});

describe('settings', () => {
  it('have defaults, and each one changes on its own', async () => {
    const who = await someone();
    const read = async (position?: unknown) =>
      (
        await world.ask(who, 'GET', '/api/user/settings', {
          headers: position ? { 'x-min-position': String(position) } : {},
        })
      ).body;
    expect(await read()).toEqual(defaultSettings);
    await world.ask(who, 'PUT', '/api/user/settings', { json: { language: 'he', theme: 'nature' } });
    const { body } = await world.ask(who, 'PUT', '/api/user/settings', { json: { autoNightMode: true } });
    expect(await read(body.position)).toEqual({
      ...defaultSettings,
      language: 'he',
      theme: 'nature',
      autoNightMode: true,
    });
    const before = await world.countEvents();
    expect((await world.ask(who, 'PUT', '/api/user/settings', { json: { theme: 'nature' } })).status).toBe(200);
    expect(await world.countEvents()).toBe(before);
  });

  it.each([{ language: 'tlh' }, { theme: 'pink' }, { stickyHeader: 'yes' }, { userId: 1 }, [], null])(
    'refuse %j',
    async (json) => {
      expect((await world.ask(world.acme.members.user, 'PUT', '/api/user/settings', { json })).status).toBe(400);
    },
  );
});

describe('the first login', () => {
  it('ends once, when the dialog has been seen', async () => {
    const who = await someone();
    expect(await detailOf(who)).toMatchObject({ firstlogin: true });
    const seen = await world.ask(who, 'POST', '/api/user/first-login-seen');
    expect(await detailOf(who, seen.body.position)).toMatchObject({ firstlogin: false });
    const before = await world.countEvents();
    expect((await world.ask(who, 'POST', '/api/user/first-login-seen')).status).toBe(200);
    expect(await world.countEvents()).toBe(before);
  });
});

describe('the terms', () => {
  it('are accepted in the version that was shown', async () => {
    const who = await someone();
    expect(await detailOf(who)).toMatchObject({ termsAccepted: null });
    expect(await world.ask(who, 'POST', '/api/user/accept-terms', { json: { version: 'of long ago' } })).toMatchObject({
      status: 409,
      body: { code: 'terms.changed' },
    });
    const accepted = await world.ask(who, 'POST', '/api/user/accept-terms', { json: { version: termsVersion } });
    expect(await detailOf(who, accepted.body.position)).toMatchObject({ termsAccepted: termsVersion });
    expect(await newestEvent(who)).toMatchObject({
      type: 'TermsAccepted',
      data: { userId: who.userId, version: termsVersion },
      meta: { time: expect.any(String), client: { userAgent: expect.any(String) } },
    });
  });
});

it('a user is found by id, and by address in any case of letters', async () => {
  const { user, admin } = world.acme.members;
  const byEmail = await detailOf(user);
  for (const target of [`/api/user/detail?email=${user.email.toUpperCase()}`, `/api/userById?id=${user.userId}`])
    expect((await world.ask(admin, 'GET', target)).body).toEqual(byEmail);
  expect((await world.ask(admin, 'GET', '/api/userById?id=0')).status).toBe(400);
  expect((await world.ask(admin, 'GET', '/api/userById?id=99999')).status).toBe(404);
});

it('the password is changed at the identity provider', async () => {
  expect(await world.ask(world.acme.members.user, 'POST', '/api/user/changepassword')).toMatchObject({
    status: 200,
    body: { accountUrl: 'https://id.example/account' },
  });
});
