import { expect, test } from 'vitest';
import { defaultSettings } from '#domain/user/settings.ts';
import { outsideTexts } from '#test/examples/outside-texts.ts';
import { openPortal } from './engine/fixture/open-portal.ts';

const registered = {
  type: 'UserRegistered',
  data: {
    userId: 5,
    organizationId: 2,
    firstname: 'Ada',
    lastname: 'Example',
    email: 'Ada@Northwind.example',
    roles: ['ROLE_COMPANY_USER'],
  },
} as const;

test('a user is found by e-mail in any case, and by issuer and subject after the first sign-in', async () => {
  const portal = await openPortal({ hasTables: true });
  portal.run();
  await portal.happen('user-5', [
    { ...registered, data: { ...registered.data, roles: ['ROLE_COMPANY_USER'] } },
    { type: 'UserIdentityLinked', data: { userId: 5, identity: { issuer: 'https://id.example', subject: 'ada' } } },
  ]);
  expect(await portal.caughtUp()).toBe(true);
  expect(await portal.rows('select * from users')).toMatchObject([
    {
      id: 5,
      organization_id: 2,
      firstname: 'Ada',
      email: 'Ada@Northwind.example',
      email_lower: 'ada@northwind.example',
      roles: ['ROLE_COMPANY_USER'],
      active: true,
      issuer: 'https://id.example',
      subject: 'ada',
      firstlogin: true,
    },
  ]);
});

test('roles and status follow the events; the first login ends when the welcome was seen, not at the next sign-in', async () => {
  const portal = await openPortal({ hasTables: true });
  portal.run();
  const signedIn = { type: 'UserSignedIn', data: { userId: 5, session: 'hash' } } as const;
  const user = async () => {
    expect(await portal.caughtUp()).toBe(true);
    return (await portal.rows('select roles, active, firstlogin, sign_ins from users'))[0];
  };
  await portal.happen('user-5', [
    { ...registered, data: { ...registered.data, roles: [] } },
    { type: 'UserRolesChanged', data: { userId: 5, from: [], to: ['ROLE_AUDITOR'] } },
    { type: 'UserDisabled', data: { userId: 5 } },
    signedIn,
    signedIn,
  ]);
  expect(await user()).toEqual({ roles: ['ROLE_AUDITOR'], active: false, firstlogin: true, sign_ins: 2 });
  await portal.happen('user-5', [
    { type: 'UserEnabled', data: { userId: 5 } },
    { type: 'UserSignedOut', data: { userId: 5, session: 'hash', reason: 'logout' } },
    signedIn,
    { type: 'UserWelcomed', data: { userId: 5 } },
  ]);
  expect(await user()).toEqual({ roles: ['ROLE_AUDITOR'], active: true, firstlogin: false, sign_ins: 3 });
});

test('profile, settings and terms have the newest values', async () => {
  const portal = await openPortal({ hasTables: true });
  portal.run();
  const user = async () => {
    expect(await portal.caughtUp()).toBe(true);
    return (await portal.rows('select firstname, lastname, phone_number, settings, terms_accepted from users'))[0];
  };
  await portal.happen('user-5', [{ ...registered, data: { ...registered.data, roles: [] } }]);
  expect(await user()).toEqual({
    firstname: 'Ada',
    lastname: 'Example',
    phone_number: '',
    settings: defaultSettings,
    terms_accepted: null,
  });
  const settings = { ...defaultSettings, language: 'he', theme: 'nature', stickyHeader: false } as const;
  await portal.happen('user-5', [
    {
      type: 'UserProfileChanged',
      data: { userId: 5, firstname: 'Adele', lastname: 'Sample', phoneNumber: '+1(816)-111-1111' },
    },
    { type: 'UserSettingsChanged', data: { userId: 5, settings } },
    { type: 'TermsAccepted', data: { userId: 5, version: 'first' } },
    { type: 'TermsAccepted', data: { userId: 5, version: 'second' } },
  ]);
  expect(await user()).toEqual({
    firstname: 'Adele',
    lastname: 'Sample',
    phone_number: '+1(816)-111-1111',
    settings,
    terms_accepted: 'second',
  });
});

test('names and ids of any length, as an older release wrote them, park no stream', async () => {
  const portal = await openPortal({ hasTables: true });
  portal.run();
  const people = Object.values(outsideTexts).map((text, index) => ({ text, userId: 10 + index }));
  for (const { text, userId } of people) {
    const identity = { issuer: 'https://id.example', subject: text };
    const names = { userId, firstname: text, lastname: text };
    await portal.happen(`user-${userId}`, [
      { ...registered, data: { ...registered.data, ...names, roles: [], identity } },
      { type: 'UserIdentityLinked', data: { userId, identity } },
      { type: 'UserProfileChanged', data: { ...names, phoneNumber: '' } },
      { type: 'UserDisabled', data: { userId } },
    ]);
  }
  expect(await portal.caughtUp()).toBe(true);
  const rows = await portal.rows('select * from users order by id');
  expect(rows).toHaveLength(people.length);
  for (const row of rows) {
    expect(row).toMatchObject({ active: false, subject: null });
    expect(String(row.firstname).length).toBeLessThanOrEqual(100);
  }
  expect(await portal.rows('select stream from parked_streams')).toEqual([]);
});
