import { call } from '../core/call.ts';
import {
  approveRegistrationBody,
  denyRegistrationBody,
  denyRegistrationsBody,
  eraseRegistrationBody,
  registrationApproved,
  registrationDenied,
  registrationErased,
  registrationListQuery,
  registrationPage,
  registrationsDenied,
} from './schema.ts';

export const eraseRegistration = call({
  method: 'post',
  path: '/api/erase-access-request',
  body: eraseRegistrationBody,
  response: registrationErased,
});

export const approveRegistration = call({
  method: 'post',
  path: '/api/approve-access-request',
  body: approveRegistrationBody,
  response: registrationApproved,
});

export const denyRegistration = call({
  method: 'post',
  path: '/api/deny-access-request',
  body: denyRegistrationBody,
  response: registrationDenied,
});

export const denyRegistrations = call({
  method: 'post',
  path: '/api/deny-access-requests',
  body: denyRegistrationsBody,
  response: registrationsDenied,
});

export const listRegistrations = call({
  method: 'get',
  path: '/api/pending-requests',
  query: registrationListQuery,
  response: registrationPage,
});

// The same for the queue of one's own organization.
export const approveOwnRegistration = call({
  method: 'post',
  path: '/api/approve-organization-request',
  body: approveRegistrationBody,
  response: registrationApproved,
});

export const denyOwnRegistration = call({
  method: 'post',
  path: '/api/deny-organization-access-request',
  body: denyRegistrationBody,
  response: registrationDenied,
});

export const denyOwnRegistrations = call({
  method: 'post',
  path: '/api/deny-organization-access-requests',
  body: denyRegistrationsBody,
  response: registrationsDenied,
});

export const listOwnRegistrations = call({
  method: 'get',
  path: '/api/organization-pending-requests',
  query: registrationListQuery,
  response: registrationPage,
});
