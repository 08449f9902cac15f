import { confirmationHours, mailboxOf } from '#domain/registration/confirmation.ts';
import type { RegistrationCommand } from '#domain/registration/registration.ts';
import { beginning } from '#eventstore/event-store.ts';
import { addressBlock } from '#platform/ip-address.ts';
import { findUnconfirmedId, keepUnconfirmed } from '#platform/unconfirmed-requests.ts';
import { porticoNamespace, uuidV5 } from '#platform/uuid.ts';
import { commandIdOf, type ResponseBody } from '../http/command.ts';
import { newId } from '../http/new-id.ts';
import type { Received } from '../http/route.ts';

/** What is kept of a form until its address is confirmed: the request without its numbers. */
export type KeptForm = Omit<
  Extract<RegistrationCommand, { type: 'RequestRegistration' }>['data'],
  'registrationId' | 'userId'
>;

/**
 * Keeps a request until somebody uses the link that a worker sends to its address. The response is the same for every
 * address: that of a user, of an open request, of nobody, and one whose mailbox got enough mails in this hour.
 */
export const askForConfirmation = async (
  request: Pick<Received, 'c' | 'services' | 'caller'>,
  form: KeptForm,
): Promise<ResponseBody> => {
  const { c, services } = request;
  const { limiter, pool, vault } = services;
  const text = JSON.stringify(form);
  // The same click twice is one request.
  const id = uuidV5(porticoNamespace, `unconfirmed/${commandIdOf(request)}/${text}`);
  const answer = (requestId: number): ResponseBody => ({ requestId, position: beginning, confirm: true });
  const known = await findUnconfirmedId(pool, id);
  if (known !== undefined) return answer(known);
  const [registrationId, userId] = [await newId(pool, 'registration'), await newId(pool, 'user')];
  if ((await limiter.take('sign-up-mail', vault.fingerprint(mailboxOf(form.email)))) === 0)
    await keepUnconfirmed(pool, vault, {
      id,
      registrationId,
      userId,
      form: text,
      email: form.email,
      network: addressBlock(c.get('client').address),
      hours: confirmationHours,
    });
  return answer(registrationId);
};
