import { expect, it } from 'vitest';
import { examples } from './examples.ts';
import { revisionOf } from './revision.ts';
import type { UserEvent } from './user.ts';

const numbered = (events: readonly UserEvent[]) => events.map((event, at) => ({ ...event, version: at + 1 }));
const registered: UserEvent = {
  type: 'UserRegistered',
  data: { userId: 9, organizationId: 1, firstname: 'Ada', lastname: 'Ross', email: 'ada@acme.example', roles: [] },
};
const profile = (firstname: string, phoneNumber: string): UserEvent => ({
  type: 'UserProfileChanged',
  data: { userId: 9, firstname, lastname: 'Ross', phoneNumber },
});

it('is that of the newest event that makes somebody another person, or lets them do something else', () => {
  const moving = Object.entries(examples.events).filter(
    ([type, data]) => revisionOf(numbered([registered, { type, data } as UserEvent])) === 2,
  );
  expect(moving.map(([type]) => type).sort()).toEqual([
    'UserDeleted',
    'UserDetailsChanged',
    'UserDisabled',
    'UserEnabled',
    'UserErased',
    'UserIdentityRelinked',
    'UserInvitationWithdrawn',
    'UserMoved',
    // With another name.
    'UserProfileChanged',
    'UserRegistered',
    'UserRolesChanged',
  ]);
});

it('moves with a name that a person gives themselves, and with no phone number', () => {
  expect(revisionOf([])).toBe(0);
  expect(revisionOf(numbered([registered, profile('Ada', '+31(20)-123-4567')]))).toBe(1);
  expect(revisionOf(numbered([registered, profile('Ada', '1'), profile('Eve', '1'), profile('Eve', '2')]))).toBe(3);
});
