import { describe, expect, it } from 'vitest';
import { given } from '../core/specification.ts';
import { approvalSteps } from './approval-steps.ts';
import { registrationDecider } from './decider.ts';
import type { RegistrationCommand, RegistrationEvent } from './registration.ts';

const about = { registrationId: 3, userId: 12 };
const person = { firstname: 'Nora', lastname: 'Lind', email: 'nora.lind@harbour-freight.example' };
const request = {
  ...about,
  ...person,
  company: 'Harbour Freight',
  phoneNumber: '',
  comments: '',
  termsVersion: '2026-01-01',
};
const approval = { ...person, organizationId: 2, companyAdmin: false, decidedBy: 7 };
const denial = { decidedBy: 7, reason: 'We do not know this company.' };

const requested: RegistrationEvent = { type: 'RegistrationRequested', data: request };
const begun = { type: 'RegistrationApprovalBegun', data: { ...about, ...approval } } as const;
const approved: RegistrationEvent = {
  type: 'RegistrationApproved',
  data: { ...about, organizationId: 2, companyAdmin: false },
};
const denied: RegistrationEvent = { type: 'RegistrationDenied', data: { ...about, ...denial } };
const erasing: RegistrationEvent = { type: 'RegistrationErasureBegun', data: about };
const erased: RegistrationEvent = { type: 'RegistrationErased', data: about };

const ask: RegistrationCommand = { type: 'RequestRegistration', data: request };
const approve: RegistrationCommand = { type: 'BeginApproval', data: { ...approval, decidedBy: 8 } };
const deny: RegistrationCommand = { type: 'DenyRegistration', data: { ...denial, decidedBy: 8 } };
const complete: RegistrationCommand = { type: 'CompleteApproval', data: {} };
const begin = { type: 'BeginErasure', data: {} } as const;
const erase = { type: 'EraseRegistration', data: {} } as const;

const lives = {
  'never asked for': [],
  waiting: [requested],
  'being approved': [requested, begun],
  approved: [requested, begun, approved],
  denied: [requested, denied],
  'being erased': [requested, denied, erasing],
  erased: [requested, denied, erased],
} satisfies Record<string, RegistrationEvent[]>;

const refusal = (kind: string, code: string) => ({ refused: kind, problems: [{ code }] });
const faster = (decision: string) => ({
  refused: 'conflict',
  problems: [{ code: `registration.${decision}-already`, parameters: { userId: 7 } }],
});

describe('a request for an account', () => {
  it.each([
    ['is asked for once', 'never asked for', ask, [requested]],
    ['is not asked for again under its number', 'waiting', ask, refusal('conflict', 'registration.exists')],
    [
      'is approved while it waits, with what was asked',
      'waiting',
      approve,
      [{ ...begun, data: { ...begun.data, decidedBy: 8, phoneNumber: '', termsVersion: '2026-01-01' } }],
    ],
    [
      'keeps the address that it was asked with, when the reviewer gives another one',
      'waiting',
      { type: 'BeginApproval', data: { ...approval, email: 'nora@harbour.example' } },
      [
        {
          ...begun,
          data: {
            ...begun.data,
            email: 'nora@harbour.example',
            phoneNumber: '',
            termsVersion: '2026-01-01',
            askedEmail: person.email,
          },
        },
      ],
    ],
    [
      'is denied while it waits, with a reason',
      'waiting',
      deny,
      [{ ...denied, data: { ...denied.data, decidedBy: 8 } }],
    ],
    ['is approved when its user is there', 'being approved', complete, [approved]],
    ['is completed once', 'approved', complete, []],
    [
      'is not approved before a reviewer decides',
      'waiting',
      complete,
      refusal('conflict', 'registration.not-approved'),
    ],
    ['stays denied', 'denied', complete, refusal('conflict', 'registration.not-approved')],
    ['begins to be erased after a denial', 'denied', begin, [erasing]],
    ['begins to be erased once', 'being erased', begin, []],
    ['is erased where that has begun', 'being erased', erase, [erased]],
    ['does not begin to be erased again', 'erased', begin, []],
    ['does not begin to be erased while it waits', 'waiting', begin, refusal('conflict', 'registration.not-denied')],
    ['is erased after a denial', 'denied', erase, [erased]],
    ['is erased once', 'erased', erase, []],
    ['is not erased while it waits', 'waiting', erase, refusal('conflict', 'registration.not-denied')],
    ['is erased with the user after an approval', 'approved', erase, refusal('conflict', 'registration.not-denied')],
    ['does not exist before it is asked for', 'never asked for', approve, refusal('not-found', 'not-found')],
    ['can be denied only when it exists', 'never asked for', deny, refusal('not-found', 'not-found')],
    ['can be completed only when it exists', 'never asked for', complete, refusal('not-found', 'not-found')],
  ] as const)('%s', (_rule, life, command, expected) => {
    expect(given(registrationDecider, lives[life]).when(command)).toEqual(expected);
  });

  it.each([
    ['being approved', 'approved'],
    ['approved', 'approved'],
    ['denied', 'denied'],
  ] as const)('that is %s has one decision, and the second reviewer learns who was faster', (life, decision) => {
    for (const command of [approve, deny])
      expect(given(registrationDecider, lives[life]).when(command)).toEqual(faster(decision));
  });

  it('keeps the language of its form for the user', () => {
    const asked: RegistrationEvent = { type: 'RegistrationRequested', data: { ...request, language: 'he' } };
    const [decided] = given(registrationDecider, [asked]).when(approve) as [typeof begun];
    expect(decided.data).toMatchObject({ language: 'he' });
    expect(approvalSteps(decided)[0]?.command.data).toMatchObject({ userId: 12, language: 'he' });
  });

  it.each([
    [false, 'ROLE_COMPANY_USER'],
    [true, 'ROLE_COMPANY_ADMIN'],
  ])('makes a user before it is approved (company administrator: %s)', (companyAdmin, role) => {
    const steps = approvalSteps({ ...begun, data: { ...begun.data, companyAdmin } });
    expect(steps.map(({ id, command }) => [id, command])).toEqual([
      [12, { type: 'RegisterUser', data: { ...person, userId: 12, organizationId: 2, roles: [role] } }],
      [3, { type: 'CompleteApproval', data: {} }],
    ]);
  });
});
