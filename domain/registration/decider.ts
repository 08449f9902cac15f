import type { Decider, Decision } from '../core/decider.ts';
import { notFound, type Refusal, refuse } from '../core/problem.ts';
import type { Registration, RegistrationCommand, RegistrationEvent } from './registration.ts';

/** `userId` is the reviewer who was faster. */
const decidedAlready = (decision: 'approved' | 'denied', userId: number): Refusal =>
  refuse('conflict', { code: `registration.${decision}-already`, parameters: { userId } });

const decide = (command: RegistrationCommand, state: Registration): Decision<RegistrationEvent> => {
  if (command.type === 'RequestRegistration')
    return state.status === 'none'
      ? [{ type: 'RegistrationRequested', data: command.data }]
      : refuse('conflict', { code: 'registration.exists' });
  if (state.status === 'none') return notFound();
  const { registrationId, userId } = state;
  const about = { registrationId, userId };
  if (command.type === 'CompleteApproval') {
    if (state.status === 'approved') return [];
    if (state.status !== 'approving') return refuse('conflict', { code: 'registration.not-approved' });
    const { organizationId, companyAdmin } = state;
    return [{ type: 'RegistrationApproved', data: { ...about, organizationId, companyAdmin } }];
  }
  if (command.type === 'BeginErasure' || command.type === 'EraseRegistration') {
    // The request of somebody who was approved is erased with the user.
    if (state.status !== 'denied') return refuse('conflict', { code: 'registration.not-denied' });
    if (command.type === 'BeginErasure')
      return state.erasing || state.erased ? [] : [{ type: 'RegistrationErasureBegun', data: about }];
    const { approval } = command.data;
    return state.erased ? [] : [{ type: 'RegistrationErased', data: { ...about, ...(approval && { approval }) } }];
  }
  // The first decision counts, also while its user is being made.
  if (state.status === 'denied') return decidedAlready('denied', state.decidedBy);
  if (state.status !== 'waiting') return decidedAlready('approved', state.decidedBy);
  switch (command.type) {
    case 'BeginApproval': {
      const { language, email, phoneNumber, termsVersion } = state;
      const isOther = email.toLowerCase() !== command.data.email.toLowerCase();
      const asked = {
        phoneNumber,
        termsVersion,
        ...(language && { language }),
        ...(isOther && { askedEmail: email }),
      };
      return [{ type: 'RegistrationApprovalBegun', data: { ...about, ...command.data, ...asked } }];
    }
    case 'DenyRegistration':
      return [{ type: 'RegistrationDenied', data: { ...about, ...command.data } }];
    default:
      return command satisfies never;
  }
};

const evolve = (state: Registration, event: RegistrationEvent): Registration => {
  const { registrationId, userId } = event.data;
  const about = { registrationId, userId };
  switch (event.type) {
    case 'RegistrationRequested': {
      const { language, email, phoneNumber, termsVersion } = event.data;
      return { ...about, status: 'waiting', language, email, phoneNumber, termsVersion };
    }
    case 'RegistrationApprovalBegun': {
      const { organizationId, companyAdmin, decidedBy } = event.data;
      return { ...about, status: 'approving', organizationId, companyAdmin, decidedBy };
    }
    case 'RegistrationApproved':
      return state.status === 'approving' ? { ...state, status: 'approved' } : state;
    case 'RegistrationDenied':
      return { ...about, status: 'denied', decidedBy: event.data.decidedBy, erased: false };
    case 'RegistrationErasureBegun':
      return state.status === 'denied' ? { ...state, erasing: true } : state;
    case 'RegistrationErased':
      return state.status === 'denied' ? { ...state, erased: true } : state;
    default:
      return state;
  }
};

/** A request for an account: it waits, then one reviewer approves or denies it. */
export const registrationDecider: Decider<Registration, RegistrationCommand, RegistrationEvent> = {
  noun: 'registration',
  initialState: { status: 'none' },
  decide,
  evolve,
};
