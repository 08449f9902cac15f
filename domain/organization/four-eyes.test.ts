import { describe, expect, it } from 'vitest';
import { fc } from '#test/runner/chance.ts';
import type { Role } from '../core/role.ts';
import { given } from '../core/specification.ts';
import type { UserEvent } from '../user/user.ts';
import { organizationDecider } from './decider.ts';
import { plainOrganization } from './details.ts';
import { fourEyesDays, isFromRequester, originOf } from './four-eyes.ts';
import type { OrganizationEvent } from './organization.ts';

const [requester, approver, other] = [1, 2, 3];
const userId = approver;
const now = '2026-03-20T12:00:00.000Z';
const day = 24 * 3_600_000;
const ago = (days: number) => new Date(Date.parse(now) - days * day).toISOString();

type Act = 'made' | 'made as administrator' | 'role' | 'role beside it' | 'role taken' | 'enabled' | 'address' | 'name';
const admin: readonly Role[] = ['ROLE_PORTAL_ADMIN'];
const person = { firstname: 'Ada', lastname: 'Lovelace' };
const acts: Record<Act, UserEvent> = {
  made: { type: 'UserRegistered', data: { userId, organizationId: 1, ...person, email: 'a@b.test', roles: [] } },
  'made as administrator': {
    type: 'UserRegistered',
    data: { userId, organizationId: 1, ...person, email: 'a@b.test', roles: [...admin] },
  },
  role: { type: 'UserRolesChanged', data: { userId, from: [], to: [...admin] } },
  'role beside it': {
    type: 'UserRolesChanged',
    data: { userId, from: [...admin], to: [...admin, 'ROLE_AUDITOR'] },
  },
  'role taken': { type: 'UserRolesChanged', data: { userId, from: [...admin], to: [] } },
  enabled: { type: 'UserEnabled', data: { userId } },
  address: { type: 'UserDetailsChanged', data: { userId, ...person, email: 'c@d.test' } },
  name: { type: 'UserDetailsChanged', data: { userId, ...person, email: 'a@b.test' } },
};
type Step = readonly [act: Act, by: number, daysAgo: number];
const originAfter = (steps: readonly Step[]) =>
  originOf(
    steps.map(([act, by, days]) => ({
      ...acts[act],
      meta: { actor: { userId: by, organizationId: 1, roles: [] }, time: ago(days) },
    })),
  );

const history: OrganizationEvent[] = [
  { type: 'OrganizationRegistered', data: { organizationId: 9, ...plainOrganization, name: 'Acme', external: true } },
  { type: 'OrganizationDeletionRequested', data: { organizationId: 9, requestId: 7, requestedBy: requester } },
];
const decide = (verb: 'ApproveDeletion' | 'DenyDeletion', steps: readonly Step[]) => {
  const decision = { requestId: 7, decidedBy: approver };
  const facts = { usedLately: false, hasLastAdministrator: false, callers: [], accepted: [] };
  const operationId = '0b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8';
  return given(organizationDecider, history).when(
    verb === 'DenyDeletion'
      ? { type: verb, data: decision }
      : { type: verb, data: { ...decision, ...facts, operationId, approver: originAfter(steps), at: now } },
  );
};
const refused = {
  refused: 'conflict',
  problems: [{ code: 'organization.approver-from-requester', parameters: { days: 7 } }],
};

describe('an approver (four eyes)', () => {
  it.each<[string, Step[]]>([
    [
      'whose account the requester made yesterday',
      [
        ['made', requester, 1],
        ['role', other, 0.5],
      ],
    ],
    [
      'whom the requester made an administrator a minute ago',
      [
        ['made', other, 300],
        ['role', requester, 0.001],
      ],
    ],
    ['whom the requester made with the role', [['made as administrator', requester, 6.9]]],
    [
      'who lost the role and got it from the requester',
      [
        ['made as administrator', other, 300],
        ['role taken', other, 30],
        ['role', requester, 2],
      ],
    ],
    [
      'whose old account the requester enabled',
      [
        ['made as administrator', other, 300],
        ['enabled', requester, 2],
      ],
    ],
    [
      'whose account the requester gave another address',
      [
        ['made as administrator', other, 300],
        ['address', requester, 2],
      ],
    ],
  ])('%s does not approve', (_who, steps) => {
    expect(decide('ApproveDeletion', steps)).toMatchObject(refused);
    // A denial changes nothing that has to be guarded.
    expect(decide('DenyDeletion', steps)).toMatchObject([{ type: 'OrganizationDeletionDenied' }]);
  });

  it.each<[string, Step[]]>([
    ['whom the portal made', [['made as administrator', 0, 0.001]]],
    [
      'whom another administrator made today',
      [
        ['made', other, 0.2],
        ['role', other, 0.1],
      ],
    ],
    [
      'whom the requester made more than 7 days ago',
      [
        ['made', requester, 7.001],
        ['role', requester, 7.001],
      ],
    ],
    [
      'who has the role from another administrator since the requester took it',
      [
        ['made', other, 300],
        ['role', requester, 6],
        ['role taken', requester, 5],
        ['role', other, 4],
      ],
    ],
    [
      'who had the role when the requester added another one',
      [
        ['made as administrator', other, 300],
        ['role beside it', requester, 1],
      ],
    ],
    [
      'whose name the requester corrected',
      [
        ['made as administrator', other, 300],
        ['name', requester, 1],
      ],
    ],
  ])('%s approves', (_who, steps) => {
    expect(decide('ApproveDeletion', steps)).toMatchObject([{ type: 'OrganizationDeletionApproved' }]);
  });

  it('is nobody whom the requester alone made an administrator within the last 7 days', () => {
    const anyAct = fc.constantFrom<Act>('role', 'role beside it', 'role taken', 'enabled', 'address', 'name');
    const anyStep = fc.tuple(anyAct, fc.constantFrom(requester, other, 0), fc.double({ min: 0, max: 20, noNaN: true }));
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 8 }), fc.constantFrom(requester, other, 0), (drawn, maker) => {
        const later = drawn.toSorted(([, , one], [, , two]) => two - one);
        const steps: Step[] = [['made', maker, 20], ...later];
        // From the newest act backwards: since when the person has had the role without a break.
        const hasRole = ({ data }: UserEvent) =>
          'to' in data && Array.isArray(data.to) && data.to.includes('ROLE_PORTAL_ADMIN');
        const roles = later.filter(([act]) => act.startsWith('role'));
        const broken = roles.findLastIndex(([act]) => !hasRole(acts[act]));
        const first = roles[broken + 1];
        const fresh = ([, by, days]: Step) => by === requester && days < fourEyesDays;
        const letIn = later.filter(([act]) => act === 'enabled').some(fresh);
        const addresses = later.filter(([act]) => act === 'address' || act === 'name');
        const moved = addresses.some((step, index) => {
          const before = index === 0 ? 'name' : addresses[index - 1]?.[0];
          return step[0] !== before && fresh(step);
        });
        expect(isFromRequester(originAfter(steps), requester, now)).toBe(
          (first !== undefined && fresh(first)) || letIn || moved,
        );
      }),
      { numRuns: 500 },
    );
  });
});
