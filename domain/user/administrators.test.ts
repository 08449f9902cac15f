import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fold } from '../core/decider.ts';
import { isRefusal } from '../core/problem.ts';
import { roles } from '../core/role.ts';
import { userDecider } from './decider.ts';
import type { Account, User, UserCommand, UserEvent } from './user.ts';

const people = [1, 2, 3, 4];
const portalAdmin = 'ROLE_PORTAL_ADMIN';
const isAdministrator = (user: User): user is Account =>
  user.status === 'active' && user.identity !== undefined && user.roles.includes(portalAdmin);

/** What somebody tries to do to somebody. */
type Try = Readonly<{ by: number; to: number; type: UserCommand['type']; data: object }>;
const person = fc.constantFrom(...people);
const anyTry: fc.Arbitrary<Try> = fc.oneof(
  ...(['DisableUser', 'EnableUser', 'DeleteUser', 'WithdrawInvitation', 'EraseUser'] as const).map((type) =>
    fc.record({ by: person, to: person, type: fc.constant(type), data: fc.constant({}) }),
  ),
  fc.record({
    by: person,
    to: person,
    type: fc.constant('InviteUser' as const),
    data: fc.constant({ until: '2026-02-01T00:00:00.000Z' }),
  }),
  fc.record({
    by: person,
    to: person,
    type: fc.constant('ChangeUser' as const),
    data: fc.record({
      change: fc.record(
        { roles: fc.subarray([...roles]), organizationId: fc.constantFrom(1, 2) },
        { requiredKeys: [] },
      ),
    }),
  }),
);

it('no sequence of commands ends with no active portal administrator', () => {
  fc.assert(
    fc.property(fc.array(anyTry, { minLength: 1, maxLength: 40 }), (tries) => {
      const log = new Map<number, UserEvent[]>(
        people.map((userId) => [
          userId,
          [
            {
              type: 'UserRegistered',
              data: {
                userId,
                organizationId: 1,
                firstname: 'Ada',
                lastname: 'Ross',
                email: `${userId}@acme.example`,
                roles: userId < 4 ? [portalAdmin] : ['ROLE_COMPANY_ADMIN'],
                // The third has not joined yet.
                ...(userId === 3 ? {} : { identity: { issuer: 'https://id.example', subject: String(userId) } }),
              },
            },
          ],
        ]),
      );
      const userOf = (id: number) => fold(userDecider, log.get(id) ?? []);
      for (const { by, to, type, data } of tries) {
        const actor = userOf(by);
        // Only people who can sign in send commands, and only portal administrators erase.
        if (actor.status !== 'active' || !actor.identity) continue;
        if (type === 'EraseUser' && !actor.roles.includes(portalAdmin)) continue;
        const others = people.filter((id) => id !== to).map(userOf);
        const manager = {
          userId: by,
          isPortalAdmin: actor.roles.includes(portalAdmin),
          otherPortalAdmin: others.some(isAdministrator),
          otherCompanyAdmin: true,
        };
        const command = { type, data: type === 'EraseUser' ? {} : { ...data, manager } } as UserCommand;
        const decision = userDecider.decide(command, userOf(to));
        if (!isRefusal(decision)) log.get(to)?.push(...decision);
        expect(people.map(userOf).filter(isAdministrator).length).toBeGreaterThan(0);
      }
    }),
    { numRuns: 500 },
  );
});
