import { describe, expect, it } from 'vitest';
import { given } from '../core/specification.ts';
import { userDecider } from './decider.ts';
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
    expect(given(userDecider, [registered]).when({ type: 'LinkIdentity', data: { identity } })).toEqual([linked]);
    expect(given(userDecider, [registered, linked]).when({ type: 'LinkIdentity', data: { identity } })).toMatchObject({
      refused: 'conflict',
    });
  });

  it('tells from which roles to which they changed', () => {
    expect(given(userDecider, [registered]).when({ type: 'ChangeRoles', data: { roles: ['ROLE_SUPPORT'] } })).toEqual([
      { type: 'UserRolesChanged', data: { userId: 9, from: ['ROLE_COMPANY_USER'], to: ['ROLE_SUPPORT'] } },
    ]);
  });
});
