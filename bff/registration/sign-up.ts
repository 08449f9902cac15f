import { registrationDecider } from '#domain/registration/decider.ts';
import { signUp } from '#domain/registration/sign-up-calls.ts';
import { newAddressProblem, type SignUpBody } from '#domain/registration/sign-up-form.ts';
import { termsVersion } from '#domain/user/terms.ts';
import { sendsMail } from '#platform/settings.ts';
import { runCommand } from '../http/command.ts';
import { countCall } from '../http/limit-calls.ts';
import { newId } from '../http/new-id.ts';
import { route } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { invalidField } from '../input/invalid.ts';
import { claimAddress } from './claim-address.ts';
import { askForConfirmation } from './unconfirmed.ts';

/** @throws RefusedError at the field. People of the company that runs the portal have an account already. */
export const checkAddress = ({ settings }: Pick<Services, 'settings'>, email: string): void => {
  const problem = newAddressProblem(email, settings.INTERNAL_EMAIL_DOMAINS);
  if (problem) throw invalidField('email', problem);
};

/** What a form says about the person, as the event has it. */
const requestOf = ({ firstName, lastName, agreeToTerm: _yes, language, ...rest }: SignUpBody) => ({
  firstname: firstName,
  lastname: lastName,
  ...(language && { language }),
  ...rest,
  termsVersion,
});

const prepare = async (services: Services, body: SignUpBody) => {
  const guards = await claimAddress(services, body.email);
  const registrationId = await newId(services.pool, 'registration');
  const userId = await newId(services.pool, 'user');
  const data = { registrationId, userId, ...requestOf(body) };
  return {
    decider: registrationDecider,
    id: registrationId,
    isNew: true,
    command: { type: 'RequestRegistration', data } as const,
    guards,
    response: { requestId: registrationId, confirm: false },
  };
};

/**
 * `POST /api/access-requests`: the form Sign Up. Nobody is signed in, so complete forms are counted before anything is looked
 * up or kept. With a mail server the request counts once its address is confirmed, and the response says nothing about the
 * address. Without one it counts at once, and forms are counted in all, too.
 */
export const signUpRoute = route(signUp, {
  limit: 'sign-up',
  action: 'registration.request',
  summary: 'Ask for an account; a reviewer then approves or denies it',
  handle: async (request) => {
    const { c, services, body } = request;
    checkAddress(services, body.email);
    await countCall(services, c, 'sign-up-request');
    if (sendsMail(services.settings)) return await askForConfirmation(request, requestOf(body));
    await countCall(services, c, 'sign-up-requests');
    return await runCommand(request, body, () => prepare(services, body));
  },
});
