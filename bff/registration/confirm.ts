import { RefusedError, refuse } from '#domain/core/problem.ts';
import { registrationDecider } from '#domain/registration/decider.ts';
import { confirmSignUp } from '#domain/registration/sign-up-calls.ts';
import { dropAddress, findByToken, type Unconfirmed } from '#platform/unconfirmed-requests.ts';
import { runCommand } from '../http/command.ts';
import { route } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { lookUpAddress } from '../user/register-user.ts';
import { checkAddress } from './sign-up.ts';
import type { KeptForm } from './unconfirmed.ts';

const refused = (code: string) => new RefusedError(refuse('conflict', { code }));

/**
 * Makes the request. Whoever has the link reads the address's mails, so they may hear that it has an account.
 *
 * @throws RefusedError `registration.email-taken`
 */
const prepare = async (services: Services, { registrationId, userId }: Unconfirmed, form: KeptForm) => {
  // The person's own request is there when the button was pressed twice.
  const { guards, isTaken } = await lookUpAddress(services, form.email, { userId });
  if (isTaken) throw refused('registration.email-taken');
  return {
    decider: registrationDecider,
    id: registrationId,
    isNew: true,
    command: { type: 'RequestRegistration', data: { ...form, registrationId, userId } } as const,
    guards,
    response: { requestId: registrationId },
  };
};

/**
 * `POST /api/confirm-access-request`: the button behind the link in a mail. From now on the request counts. The link's row
 * and all others with the same address are deleted afterwards, so a link works once. A call that is cut in between is
 * repeated: its command has the row's id.
 */
export const confirmSignUpRoute = route(confirmSignUp, {
  limit: 'sign-up',
  action: 'registration.request',
  summary: 'Confirm the address of a request for an account with the token of a mail; the request counts from then on',
  handle: async (request) => {
    const { services, body } = request;
    const { pool, vault } = services;
    const kept = await findByToken(pool, vault, body.token);
    if (!kept) throw refused('registration.link-over');
    const { id } = kept;
    const form = JSON.parse(kept.form) as KeptForm;
    checkAddress(services, form.email);
    const isUsed = (error: unknown) =>
      error instanceof RefusedError && error.refusal.problems[0].code === 'registration.email-taken';
    try {
      const confirmed = await runCommand(request, { id }, () => prepare(services, kept, form), id);
      await dropAddress(pool, vault, form.email);
      return confirmed;
    } catch (error) {
      // Nothing that the link could do is left. After any other failure it works again.
      if (isUsed(error)) await dropAddress(pool, vault, form.email);
      throw error;
    }
  },
});
