import { registrationDecider } from '#domain/registration/decider.ts';
import { newAddressProblem, type SignUpBody, signedUp, signUpBody } from '#domain/registration/sign-up.ts';
import { termsVersion } from '#domain/user/terms.ts';
import { runCommand } from '../http/command.ts';
import { countCall } from '../http/limit-calls.ts';
import { newId } from '../http/new-id.ts';
import { route } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { invalidField } from '../input/invalid.ts';
import { claimAddress } from './claim-address.ts';

/** @throws RefusedError at the field. People of the company that runs the portal have an account already. */
const checkAddress = ({ settings }: Services, email: string): void => {
  const problem = newAddressProblem(email, settings.INTERNAL_EMAIL_DOMAINS);
  if (problem) throw invalidField('email', problem);
};

const prepare = async (services: Services, body: SignUpBody) => {
  const { firstName, lastName, agreeToTerm: _yes, language, ...rest } = body;
  const guards = await claimAddress(services, rest.email);
  const registrationId = await newId(services.pool, 'registration');
  const userId = await newId(services.pool, 'user');
  const person = { firstname: firstName, lastname: lastName, ...(language && { language }) };
  const data = { registrationId, userId, ...person, ...rest, termsVersion };
  return {
    decider: registrationDecider,
    id: registrationId,
    isNew: true,
    command: { type: 'RequestRegistration', data } as const,
    guards,
    response: { requestId: registrationId },
  };
};

/**
 * `POST /api/access-requests`: the form Sign Up. Nobody is signed in, so complete forms are counted, by address and in all,
 * before anything is looked up or kept.
 */
export const signUp = route({
  method: 'post',
  path: '/api/access-requests',
  limit: 'sign-up',
  action: 'registration.request',
  summary: 'Ask for an account; a reviewer then approves or denies it',
  body: signUpBody,
  response: signedUp,
  handle: async (request) => {
    const { c, services, body } = request;
    checkAddress(services, body.email);
    await countCall(services, c, 'sign-up-request');
    await countCall(services, c, 'sign-up-requests');
    return await runCommand(request, body, () => prepare(services, body));
  },
});
