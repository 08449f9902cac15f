import { call } from '../core/call.ts';
import { confirmRegistrationBody } from './confirmation.ts';
import { registrationConfirmed, signedUp, signUpBody } from './sign-up-form.ts';

export const confirmSignUp = call({
  method: 'post',
  path: '/api/confirm-access-request',
  body: confirmRegistrationBody,
  response: registrationConfirmed,
});

export const signUp = call({
  method: 'post',
  path: '/api/access-requests',
  body: signUpBody,
  response: signedUp,
});
