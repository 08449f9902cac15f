import { describe, expect, it } from 'vitest';
import { notFound } from '../core/problem.ts';
import { given } from '../core/specification.ts';
import type { ApplicationCommand, ApplicationEvent } from './application.ts';
import { applicationDecider } from './decider.ts';

const applicationId = 4;
const operationId = '0b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8';
const details = { name: 'Till', description: 'Takes money', external: false };
const team = { addressId: 30, email: 'till@harbour.example' };
const nora = { addressId: 31, email: 'nora.lind@harbour.example' };

const registered: ApplicationEvent = {
  type: 'ApplicationRegistered',
  data: { applicationId, organizationId: 2, ...details, owners: [5] },
};
const contact: ApplicationEvent = { type: 'ApplicationContactChanged', data: { applicationId, ...team } };
const invited: ApplicationEvent = { type: 'OwnerInvited', data: { applicationId, ...nora } };
const deletion: ApplicationEvent = { type: 'ApplicationDeletionRequested', data: { applicationId, operationId } };
const deleted: ApplicationEvent = { type: 'ApplicationDeleted', data: { applicationId } };

const lives = {
  'not there': [],
  new: [registered],
  'with people': [registered, contact, invited],
  'being deleted': [registered, invited, deletion],
  deleted: [registered, deletion, deleted],
} satisfies Record<string, ApplicationEvent[]>;
type Life = keyof typeof lives;

const decided = (life: Life, command: ApplicationCommand) => given(applicationDecider, lives[life]).when(command);

type Change = Extract<ApplicationCommand, { type: 'ChangeApplication' }>['data'];
/** A form that changes nothing of an application with people, but for `to`. */
const form = (to: Partial<Change> = {}): ApplicationCommand => ({
  type: 'ChangeApplication',
  data: {
    ...details,
    organizationId: 2,
    hasApis: false,
    contact: team,
    owners: [5],
    invited: [nora],
    ...to,
  },
});

describe('who decides about access to its APIs', () => {
  const on: ApplicationEvent = { type: 'MaintainersDecide', data: { applicationId } };
  const off: ApplicationEvent = { type: 'MaintainersDecideNoMore', data: { applicationId } };

  it.each<[what: string, before: ApplicationEvent[], wanted: boolean | undefined, news: ApplicationEvent[]]>([
    ['its maintainers, once a form says so', [], true, [on]],
    ['nobody else by a form that does not say it', [on], undefined, []],
    ['its maintainers as before', [on], true, []],
    ['the administrators, once a form says that', [on], false, [off]],
    ['the administrators from the beginning', [], false, []],
    ['its maintainers again', [on, off], true, [on]],
  ])('%s', (_what, before, wanted, news) => {
    const command = form(wanted === undefined ? {} : { maintainersDecide: wanted });
    expect(given(applicationDecider, [...lives['with people'], ...before]).when(command)).toEqual(news);
  });
});

describe('a new application', () => {
  it('has its owners, its contact and the addresses that wait for an account', () => {
    const data = { applicationId, organizationId: 2, ...details, owners: [5, 5], contact: team, invited: [nora] };
    expect(decided('not there', { type: 'RegisterApplication', data })).toEqual([registered, contact, invited]);
  });

  it('is registered once', () => {
    const data = { applicationId, organizationId: 2, ...details, owners: [] };
    expect(decided('new', { type: 'RegisterApplication', data })).toMatchObject({
      refused: 'conflict',
      problems: [{ code: 'application.exists' }],
    });
  });
});

describe('an edited application', () => {
  it.each<[string, Partial<Change>, readonly ApplicationEvent[]]>([
    ['keeps what the form did not change', {}, []],
    [
      'changes its name, description and type',
      { description: 'Takes cards', external: true },
      [
        {
          type: 'ApplicationDetailsChanged',
          data: { applicationId, from: details, to: { ...details, description: 'Takes cards', external: true } },
        },
      ],
    ],
    [
      'moves to another organization',
      { organizationId: 3 },
      [{ type: 'ApplicationMoved', data: { applicationId, from: 2, to: 3 } }],
    ],
    [
      'gets another contact',
      { contact: { addressId: 40, email: 'sales@harbour.example' } },
      [{ type: 'ApplicationContactChanged', data: { applicationId, addressId: 40, email: 'sales@harbour.example' } }],
    ],
    [
      'keeps a contact that is written in other letters',
      { contact: { addressId: 40, email: 'TILL@harbour.example' } },
      [],
    ],
    [
      'loses its contact',
      { contact: null },
      [{ type: 'ApplicationContactRemoved', data: { applicationId, addressId: 30 } }],
    ],
    [
      'is handed to a colleague',
      { owners: [6] },
      [
        { type: 'OwnerAdded', data: { applicationId, userId: 6 } },
        { type: 'OwnerRemoved', data: { applicationId, userId: 5 } },
      ],
    ],
    [
      'is handed to an address without an account',
      { invited: [nora, { addressId: 41, email: 'ole@harbour.example' }] },
      [{ type: 'OwnerInvited', data: { applicationId, addressId: 41, email: 'ole@harbour.example' } }],
    ],
    [
      'keeps an invitation that is written in other letters',
      { invited: [{ addressId: 41, email: 'Nora.Lind@harbour.example' }] },
      [],
    ],
    [
      'takes an invitation back',
      { invited: [] },
      [{ type: 'OwnerInvitationWithdrawn', data: { applicationId, addressId: 31 } }],
    ],
  ])('%s', (_rule, to, events) => {
    expect(decided('with people', form(to))).toEqual(events);
  });

  it('drops owners who left their organization, unless the form names them again', () => {
    const [removed, added] = (['OwnerRemoved', 'OwnerAdded'] as const).map((type) => ({
      type,
      data: { applicationId, userId: 5 },
    }));
    expect(decided('with people', form({ ended: [5], owners: [] }))).toEqual([removed]);
    expect(decided('with people', form({ ended: [5] }))).toEqual([removed, added]);
    // Somebody else took them out meanwhile.
    expect(decided('with people', form({ ended: [6] }))).toEqual([]);
  });

  it('stays in its organization while an API belongs to it', () => {
    expect(decided('with people', form({ organizationId: 3, hasApis: true }))).toEqual({
      refused: 'invalid',
      problems: [{ code: 'application.organization-fixed', field: 'organizationId' }],
    });
    expect(decided('with people', form({ hasApis: true }))).toEqual([]);
  });
});

describe('an invited address', () => {
  const join: ApplicationCommand = { type: 'JoinOwner', data: { addressId: 31, userId: 8 } };
  const joined: ApplicationEvent = { type: 'OwnerJoined', data: { applicationId, addressId: 31, userId: 8 } };

  it('becomes an owner once it has an account', () => {
    expect(decided('with people', join)).toEqual([joined]);
    expect(given(applicationDecider, [...lives['with people'], joined]).state).toMatchObject({
      owners: [5, 8],
      invited: [],
    });
    expect(given(applicationDecider, [...lives['with people'], joined]).when(join)).toEqual([]);
  });

  it('does not become an owner after the invitation was withdrawn, or while the application is being deleted', () => {
    expect(decided('new', join)).toEqual([]);
    expect(decided('being deleted', join)).toEqual([]);
    expect(decided('deleted', join)).toEqual(notFound());
  });
});

describe('deleting an application', () => {
  const ask = (deployments: number): ApplicationCommand => ({
    type: 'RequestDeletion',
    data: { operationId, deployments },
  });
  const confirm: ApplicationCommand = { type: 'ConfirmDeletion', data: { operationId } };

  it('is refused while an API of it is deployed', () => {
    expect(decided('new', ask(2))).toEqual({
      refused: 'conflict',
      problems: [{ code: 'application.deployed', parameters: { deployments: 2 } }],
    });
  });

  it('is requested once and confirmed by the operation that was requested', () => {
    expect(decided('new', ask(0))).toEqual([deletion]);
    expect(decided('being deleted', ask(0))).toMatchObject({ problems: [{ code: 'application.deleting' }] });
    expect(decided('being deleted', confirm)).toEqual([deleted]);
    expect(decided('being deleted', { type: 'ConfirmDeletion', data: { operationId: 'another' } })).toEqual([]);
    expect(decided('new', confirm)).toEqual([]);
  });

  it("can't be undone: no command changes the application afterwards", () => {
    expect(decided('being deleted', form())).toMatchObject({ problems: [{ code: 'application.deleting' }] });
    for (const command of [form(), ask(0), confirm]) expect(decided('deleted', command)).toEqual(notFound());
    expect(decided('not there', form())).toEqual(notFound());
  });
});
