import { describe, expect, it } from 'vitest';
import { given } from '../core/specification.ts';
import { defaultMailChoices } from '../mail/choices.ts';
import { userDecider } from './decider.ts';
import { defaultSettings } from './settings.ts';
import { termsVersion } from './terms.ts';
import type { UserEvent } from './user.ts';

const registration = {
  userId: 9,
  organizationId: 1,
  firstname: 'Ada',
  lastname: 'Ross',
  email: 'ada@portico.example',
  roles: ['ROLE_COMPANY_USER' as const],
};
const registered: UserEvent = { type: 'UserRegistered', data: registration };
const disabled: UserEvent = { type: 'UserDisabled', data: { userId: 9 } };

describe('a user', () => {
  it('signs in, but not while disabled', () => {
    const signIn = { type: 'SignIn', data: { session: 'hash' } } as const;
    expect(given(userDecider, [registered]).when(signIn)).toEqual([
      { type: 'UserSignedIn', data: { userId: 9, session: 'hash' } },
    ]);
    expect(given(userDecider, [registered, disabled]).when(signIn)).toMatchObject({
      refused: 'forbidden',
      problems: [{ code: 'user.disabled' }],
    });
  });

  it('is linked to one identity for good', () => {
    const identity = { issuer: 'https://idp.example', subject: 's-1' };
    const linked: UserEvent = { type: 'UserIdentityLinked', data: { userId: 9, identity } };
    const link = { type: 'LinkIdentity', data: { identity, at: '2026-01-01T00:00:00.000Z' } } as const;
    expect(given(userDecider, [registered]).when(link)).toEqual([linked]);
    expect(given(userDecider, [registered, linked]).when(link)).toMatchObject({
      refused: 'conflict',
    });
  });

  it('is linked with another identity by an administrator', () => {
    const [before, after] = ['s-1', 's-2'].map((subject) => ({ issuer: 'https://idp.example', subject }));
    if (!before || !after) throw new Error('two identities');
    const linked: UserEvent = { type: 'UserIdentityLinked', data: { userId: 9, identity: before } };
    const relink = { type: 'RelinkIdentity', data: { identity: after } } as const;
    const relinked: UserEvent = { type: 'UserIdentityRelinked', data: { userId: 9, from: before, to: after } };
    expect(given(userDecider, [registered, linked]).when(relink)).toEqual([relinked]);
    expect(given(userDecider, [registered, linked, relinked]).when(relink)).toEqual([]);
    expect(given(userDecider, [registered]).when(relink)).toEqual([
      { type: 'UserIdentityRelinked', data: { userId: 9, from: null, to: after } },
    ]);
    expect(given(userDecider, []).when(relink)).toMatchObject({ refused: 'not-found' });
  });

  it('records the roles before and after a change', () => {
    expect(given(userDecider, [registered]).when({ type: 'ChangeRoles', data: { roles: ['ROLE_SUPPORT'] } })).toEqual([
      { type: 'UserRolesChanged', data: { userId: 9, from: ['ROLE_COMPANY_USER'], to: ['ROLE_SUPPORT'] } },
    ]);
  });

  it('changes the profile only when it changes', () => {
    const profile = { firstname: 'Ada', lastname: 'Ross', phoneNumber: '+1(816)-111-1111' };
    const changed: UserEvent = { type: 'UserProfileChanged', data: { userId: 9, ...profile } };
    const change = { type: 'ChangeProfile', data: profile } as const;
    expect(given(userDecider, [registered]).when(change)).toEqual([changed]);
    expect(given(userDecider, [registered, changed]).when(change)).toEqual([]);
    expect(
      given(userDecider, [registered]).when({ type: 'ChangeProfile', data: { ...profile, phoneNumber: '' } }),
    ).toEqual([]);
  });

  it('changes the settings that are named and keeps the others', () => {
    const dark: UserEvent = {
      type: 'UserSettingsChanged',
      data: { userId: 9, settings: { ...defaultSettings, theme: 'dark' } },
    };
    expect(given(userDecider, [registered]).when({ type: 'ChangeSettings', data: { theme: 'dark' } })).toEqual([dark]);
    expect(given(userDecider, [registered, dark]).when({ type: 'ChangeSettings', data: { theme: 'dark' } })).toEqual(
      [],
    );
    expect(given(userDecider, [registered, dark]).when({ type: 'ChangeSettings', data: { language: 'he' } })).toEqual([
      {
        type: 'UserSettingsChanged',
        data: { userId: 9, settings: { ...defaultSettings, theme: 'dark', language: 'he' } },
      },
    ]);
    expect(given(userDecider, [registered]).when({ type: 'ChangeSettings', data: {} })).toEqual([]);
  });

  it('changes when mails come, by topic', () => {
    const daily = { type: 'ChangeMails', data: { toDecide: 'daily' } } as const;
    const changed: UserEvent = {
      type: 'UserMailsChanged',
      data: { userId: 9, mails: { ...defaultMailChoices, toDecide: 'daily' } },
    };
    expect(given(userDecider, [registered]).when(daily)).toEqual([changed]);
    expect(given(userDecider, [registered, changed]).when(daily)).toEqual([]);
    expect(given(userDecider, [registered, changed]).when({ type: 'ChangeMails', data: { decided: 'never' } })).toEqual(
      [{ type: 'UserMailsChanged', data: { userId: 9, mails: { ...changed.data.mails, decided: 'never' } } }],
    );
  });

  it('is welcomed once', () => {
    const welcomed: UserEvent = { type: 'UserWelcomed', data: { userId: 9 } };
    const welcome = { type: 'WelcomeUser', data: {} } as const;
    expect(given(userDecider, [registered]).when(welcome)).toEqual([welcomed]);
    expect(given(userDecider, [registered, welcomed]).when(welcome)).toEqual([]);
  });

  it('accepts only the current version of the terms, and each version once', () => {
    const accept = (version: string) => ({ type: 'AcceptTerms', data: { version } }) as const;
    const accepted = (version: string): UserEvent => ({ type: 'TermsAccepted', data: { userId: 9, version } });
    expect(given(userDecider, [registered]).when(accept(termsVersion))).toEqual([accepted(termsVersion)]);
    expect(given(userDecider, [registered, accepted(termsVersion)]).when(accept(termsVersion))).toEqual([]);
    expect(given(userDecider, [registered, accepted('older')]).when(accept(termsVersion))).toEqual([
      accepted(termsVersion),
    ]);
    expect(given(userDecider, [registered]).when(accept('older'))).toMatchObject({
      refused: 'conflict',
      problems: [{ code: 'terms.changed' }],
    });
  });
});
