import { expect, it } from 'vitest';
import { fc } from '#test/runner/chance.ts';
import { fold } from '../core/decider.ts';
import { isRefusal } from '../core/problem.ts';
import { roles } from '../core/role.ts';
import { organizationDecider } from '../organization/decider.ts';
import { plainOrganization } from '../organization/details.ts';
import { originOf } from '../organization/four-eyes.ts';
import {
  isGoing,
  isSuspended,
  type OrganizationCommand,
  type OrganizationEvent,
} from '../organization/organization.ts';
import { userDecider } from './decider.ts';
import type { Account, User, UserCommand, UserEvent } from './user.ts';

const people = [1, 2, 3, 4];
/** The first runs the portal. */
const organizations = [1, 2, 3];
const own = 1;
const portalAdmin = 'ROLE_PORTAL_ADMIN';
const operationId = '0b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8';

/** What somebody tries to do to somebody, or to an organization. */
type Try = Readonly<{ by: number; to: number; data: object }> &
  (Readonly<{ type: UserCommand['type'] }> | Readonly<{ type: OrganizationCommand['type'] }>);
const person = fc.constantFrom(...people);
const organization = fc.constantFrom(...organizations);
const about = <Type extends Try['type']>(to: fc.Arbitrary<number>, type: Type, data: fc.Arbitrary<object>) =>
  fc.record({ by: person, to, type: fc.constant(type), data });
const anyTry = fc.oneof(
  ...(['DisableUser', 'EnableUser', 'DeleteUser', 'WithdrawInvitation', 'EraseUser'] as const).map((type) =>
    about(person, type, fc.constant({})),
  ),
  about(person, 'InviteUser', fc.constant({ until: '2026-02-01T00:00:00.000Z' })),
  about(
    person,
    'RelinkIdentity',
    fc.record({ identity: fc.constantFrom('a', 'b').map((subject) => ({ issuer: 'https://id.example', subject })) }),
  ),
  about(
    person,
    'ChangeUser',
    fc.record({
      change: fc.record({ roles: fc.subarray([...roles]), organizationId: organization }, { requiredKeys: [] }),
    }),
  ),
  about(
    organization,
    'SwitchOrganization',
    fc.record({ operationId: fc.constant(operationId), deactivated: fc.boolean() }),
  ),
  about(
    organization,
    'ChangeDetails',
    fc.record({
      details: fc.boolean().map((external) => ({ ...plainOrganization, name: 'Acme', external })),
    }),
  ),
  about(organization, 'RequestDeletion', fc.constant({ requestId: 1 })),
  about(organization, 'ApproveDeletion', fc.constant({ requestId: 1, operationId })),
) as fc.Arbitrary<Try>;

const openWorld = () => {
  const users = new Map<number, UserEvent[]>(
    people.map((userId) => [
      userId,
      [
        {
          type: 'UserRegistered',
          data: {
            userId,
            organizationId: userId === 2 ? 2 : own,
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
  const companies = new Map<number, OrganizationEvent[]>(
    organizations.map((organizationId) => [
      organizationId,
      [
        {
          type: 'OrganizationRegistered',
          data: { ...plainOrganization, organizationId, name: 'Acme', external: organizationId === 3 },
        },
      ],
    ]),
  );
  const userOf = (id: number) => fold(userDecider, users.get(id) ?? []);
  const companyOf = (id: number) => fold(organizationDecider, companies.get(id) ?? []);
  const isIn = (user: User): user is Account =>
    user.status === 'active' && user.identity !== undefined && !isSuspended(companyOf(user.organizationId));
  const administrators = (among: readonly number[]): Account[] =>
    among
      .map(userOf)
      .filter(isIn)
      .filter((user) => user.roles.includes(portalAdmin));

  const manage = (by: Account, to: number, type: UserCommand['type'], data: object): void => {
    const { change } = data as { change?: { organizationId?: number } };
    const into = change?.organizationId;
    if (into !== undefined && isGoing(companyOf(into))) return;
    const manager = {
      userId: by.userId,
      isPortalAdmin: by.roles.includes(portalAdmin),
      otherPortalAdmin: administrators(people.filter((id) => id !== to)).length > 0,
      otherCompanyAdmin: true,
    };
    const facts =
      type === 'EraseUser' ? {} : { manager, intoClosed: into !== undefined && isSuspended(companyOf(into)) };
    const decision = userDecider.decide({ type, data: { ...data, ...facts } } as UserCommand, userOf(to));
    if (!isRefusal(decision)) users.get(to)?.push(...decision);
  };
  const turn = (by: Account, to: number, type: OrganizationCommand['type'], data: object): void => {
    const elsewhere = administrators(people).filter(({ organizationId }) => organizationId !== to);
    const internal = organizations
      .map(companyOf)
      .find((one) => one.status !== 'none' && !isGoing(one) && !one.details.external);
    const facts = {
      usedLately: false,
      callers: [],
      accepted: [],
      hasLastAdministrator: elsewhere.length === 0,
      keysWithoutAccess: 0,
      isOwn: internal !== undefined && internal.status !== 'none' && internal.organizationId === to,
      requestedBy: by.userId,
      decidedBy: by.userId,
      approver: originOf([]),
      at: '2026-01-05T08:00:00.000Z',
    };
    const decision = organizationDecider.decide(
      { type, data: { ...data, ...facts } } as unknown as OrganizationCommand,
      companyOf(to),
    );
    if (!isRefusal(decision)) companies.get(to)?.push(...decision);
  };
  return { userOf, companyOf, isIn, administrators: () => administrators(people), manage, turn };
};

const isAboutOrganization = (type: Try['type']): type is OrganizationCommand['type'] =>
  ['SwitchOrganization', 'ChangeDetails', 'RequestDeletion', 'ApproveDeletion'].includes(type);

it('no sequence of commands ends with no active portal administrator in an active organization', () => {
  fc.assert(
    fc.property(fc.array(anyTry, { minLength: 1, maxLength: 60 }), (tries) => {
      const world = openWorld();
      for (const { by, to, type, data } of tries) {
        const actor = world.userOf(by);
        // Only people who can sign in send commands, and only portal administrators erase or change organizations.
        if (!world.isIn(actor)) continue;
        const isAdministrator = actor.roles.includes(portalAdmin);
        if (isAboutOrganization(type)) {
          if (isAdministrator) world.turn(actor, to, type, data);
        } else if (type !== 'EraseUser' || isAdministrator) world.manage(actor, to, type, data);
        expect(world.administrators().length).toBeGreaterThan(0);
        const runs = world.companyOf(own);
        expect(isGoing(runs) || (runs.status !== 'none' && !runs.details.external)).toBe(true);
      }
    }),
    { numRuns: 2_000 },
  );
});
