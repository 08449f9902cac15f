import { describe, expect, it } from 'vitest';
import { given } from '../core/specification.ts';
import { organizationDecider } from './decider.ts';
import { type OrganizationDetails, plainOrganization } from './details.ts';
import { originOf } from './four-eyes.ts';
import type { DeletionFacts, OrganizationCommand, OrganizationEvent } from './organization.ts';

const details: OrganizationDetails = { ...plainOrganization, name: 'Acme', external: false, contact: 'Ada Example' };
const changedDetails: OrganizationDetails = {
  ...details,
  external: true,
  attributes: [{ name: 'x-tier', value: 'gold', type: 'http header' }],
};
const organizationId = 3;
const [first, second] = ['0b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8', '1b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8'] as const;
const deletion = { organizationId, requestId: 7, requestedBy: 1 };
/** The portal made the approver an administrator. */
const settled = originOf([]);
const fine: DeletionFacts = { usedLately: false, hasLastAdministrator: false, callers: [] };
const callers = [
  { id: 21, name: 'Globex' },
  { id: 22, name: 'Initech' },
];

const registered: OrganizationEvent = { type: 'OrganizationRegistered', data: { organizationId, ...details } };
const deactivated: OrganizationEvent = {
  type: 'OrganizationDeactivated',
  data: { organizationId, operationId: first },
};
const activated: OrganizationEvent = { type: 'OrganizationActivated', data: { organizationId, operationId: second } };
const requested: OrganizationEvent = { type: 'OrganizationDeletionRequested', data: deletion };
const denied: OrganizationEvent = { type: 'OrganizationDeletionDenied', data: deletion };
const approved: OrganizationEvent = {
  type: 'OrganizationDeletionApproved',
  data: { ...deletion, operationId: first },
};
const withdrawn: OrganizationEvent = { type: 'OrganizationDeletionWithdrawn', data: deletion };
const deleted: OrganizationEvent = { type: 'OrganizationDeleted', data: { organizationId } };

const change: OrganizationCommand = { type: 'ChangeDetails', data: { details: changedDetails } };
const turn = (wanted: boolean | null, operationId: string = first, hasLastAdministrator = false) =>
  ({ type: 'SwitchOrganization', data: { operationId, deactivated: wanted, hasLastAdministrator } }) as const;
const request = (facts: Partial<DeletionFacts> = {}, accepted: number[] = []) =>
  ({ type: 'RequestDeletion', data: { requestId: 7, requestedBy: 1, ...fine, ...facts, accepted } }) as const;
const approve = (decidedBy: number, facts: Partial<DeletionFacts> = {}, requestId = 7, accepted: number[] = []) =>
  ({
    type: 'ApproveDeletion',
    data: {
      requestId,
      decidedBy,
      operationId: first,
      approver: settled,
      at: '2026-02-01T00:00:00.000Z',
      ...fine,
      ...facts,
      accepted,
    },
  }) as const;
const deny = (decidedBy: number, requestId = 7) => ({ type: 'DenyDeletion', data: { requestId, decidedBy } }) as const;
const withdraw = (withdrawnBy: number, requestId = 7) =>
  ({ type: 'WithdrawDeletion', data: { requestId, withdrawnBy } }) as const;
const confirm = (operationId: string) => ({ type: 'ConfirmDeletion', data: { operationId } }) as const;

type Row = [rule: string, history: OrganizationEvent[], command: OrganizationCommand, events: OrganizationEvent[]];
type Refused = [rule: string, history: OrganizationEvent[], command: OrganizationCommand, code: string];

describe('an organization', () => {
  it.each<Row>([
    ['is registered', [], { type: 'RegisterOrganization', data: { organizationId, ...details } }, [registered]],
    [
      'is changed',
      [registered],
      change,
      [{ type: 'OrganizationDetailsChanged', data: { organizationId, from: details, to: changedDetails } }],
    ],
    ['is not changed by the same details', [registered], { type: 'ChangeDetails', data: { details } }, []],
    ['is deactivated by one call', [registered], turn(null), [deactivated]],
    ['is activated by the same call', [registered, deactivated], turn(null, second), [activated]],
    ['is deactivated once by two tabs', [registered, deactivated], turn(true, second), []],
    ['is activated once by two tabs', [registered, deactivated, activated], turn(false), []],
    ['is requested to be deleted', [registered], request(), [requested]],
    ['is requested to be deleted once', [registered, requested], request(), []],
    ['may be requested again after a denial', [registered, requested, denied], request(), [requested]],
    ['is requested no more once its requester withdraws', [registered, requested], withdraw(1), [withdrawn]],
    ['may be requested again after a withdrawal', [registered, requested, withdrawn], request(), [requested]],
    [
      'is requested to be deleted by somebody who knows all callers of its APIs',
      [registered],
      request({ callers }, [22, 21, 99]),
      [{ type: 'OrganizationDeletionRequested', data: { ...deletion, acceptedCallers: [21, 22] } }],
    ],
    [
      'is approved by somebody who knows all callers of its APIs',
      [registered, requested],
      approve(2, { callers }, 7, [21, 22]),
      [
        {
          type: 'OrganizationDeletionApproved',
          data: { ...deletion, operationId: first, acceptedCallers: [21, 22] },
        },
      ],
    ],
    ['is requested to be deleted while it is deactivated', [registered, deactivated], request(), [requested]],
    ['is deactivated while a request waits', [registered, requested], turn(true), [deactivated]],
    ['is denied by another administrator', [registered, requested], deny(2), [denied]],
    ['is approved by another administrator', [registered, requested], approve(2), [approved]],
    ['may go while it is deactivated', [registered, deactivated, requested], approve(2), [approved]],
    ['is gone when its operation is done', [registered, requested, approved], confirm(first), [deleted]],
    ['is not gone when another operation is done', [registered, requested, approved], confirm(second), []],
    ['does not go without an approval', [registered, requested], confirm(first), []],
  ])('%s', (_rule, history, command, events) => {
    expect(given(organizationDecider, history).when(command)).toEqual(events);
  });

  it.each<Refused>([
    [
      'is registered once',
      [registered],
      { type: 'RegisterOrganization', data: { organizationId, ...details } },
      'organization.exists',
    ],
    [
      'stays internal when it runs the portal',
      [registered],
      { type: 'ChangeDetails', data: { details: changedDetails, isOwn: true, endKeys: true } },
      'organization.own-stays-internal',
    ],
    [
      'stays internal unless somebody knows which keys end',
      [registered],
      { type: 'ChangeDetails', data: { details: changedDetails, keysWithoutAccess: 2 } },
      'organization.keys-end',
    ],
    [
      'keeps the last administrator signed in',
      [registered],
      turn(true, first, true),
      'organization.last-administrator',
    ],
    [
      'is not requested to be deleted after a use within 30 days',
      [registered],
      request({ usedLately: true }),
      'organization.used-lately',
    ],
    [
      'does not take the last administrator with it',
      [registered],
      request({ hasLastAdministrator: true }),
      'organization.last-administrator',
    ],
    ['is not approved by the requester', [registered, requested], approve(1), 'organization.another-admin-to-approve'],
    ['is not denied by the requester', [registered, requested], deny(1), 'organization.another-admin-to-deny'],
    [
      'is not approved after a use meanwhile',
      [registered, requested],
      approve(2, { usedLately: true }),
      'organization.used-lately',
    ],
    [
      'is not requested to be deleted while others call its APIs',
      [registered],
      request({ callers }, [21]),
      'organization.used-by-others',
    ],
    [
      'is not approved while others call its APIs, though the requester accepted it',
      [registered, { ...requested, data: { ...deletion, acceptedCallers: [21, 22] } }],
      approve(2, { callers }, 7, [22]),
      'organization.used-by-others',
    ],
    ['is withdrawn by its requester only', [registered, requested], withdraw(2), 'organization.requester-withdraws'],
    ['is withdrawn once', [registered, requested, withdrawn], withdraw(1), 'organization.decided-already'],
    [
      'is not withdrawn after the approval',
      [registered, requested, approved],
      withdraw(1),
      'organization.decided-already',
    ],
    [
      'is not approved after a withdrawal',
      [registered, requested, withdrawn],
      approve(2),
      'organization.decided-already',
    ],
    ['is decided once', [registered, requested, denied], approve(2), 'organization.decided-already'],
    ['is not approved without a request', [registered], approve(2), 'organization.decided-already'],
    ['is not denied without a request', [registered], deny(2), 'organization.decided-already'],
    [
      'is not approved by the requester, also when it was used',
      [registered, requested],
      approve(1, { usedLately: true }),
      'organization.another-admin-to-approve',
    ],
    ['is not deactivated while it is going', [registered, requested, approved], turn(true), 'organization.deleting'],
    ['is decided by its own request', [registered, requested], deny(2, 8), 'organization.decided-already'],
    ['stays as it is while it is going', [registered, requested, approved], change, 'organization.deleting'],
    ['is not activated while it is going', [registered, requested, approved], turn(false), 'organization.deleting'],
    ['is approved once', [registered, requested, approved], approve(2), 'organization.decided-already'],
    ['does not exist before it is registered', [], change, 'not-found'],
    ['does not exist after its deletion', [registered, requested, approved, deleted], turn(false), 'not-found'],
  ])('%s', (_rule, history, command, code) => {
    expect(given(organizationDecider, history).when(command)).toMatchObject({ problems: [{ code }] });
  });
});
