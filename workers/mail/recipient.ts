import { erased } from '#domain/core/erased.ts';
import { streamOf } from '#domain/core/id.ts';
import type { PorticoEvent } from '#domain/event-catalogue.ts';
import type { MailRequest } from '#domain/mail/mail.ts';
import { defaultSettings, type Language } from '#domain/user/settings.ts';
import type { EventStore } from '#eventstore/event-store.ts';

/** The recipient of a mail, from the newest events. */
export type Recipient = Readonly<{ name: string; email: string; language: Language }>;

/**
 * Returns a mail's recipient, or undefined if the person was erased. Reads events and no read table, because the newest
 * address and language count, also right after a change. A requester of an account gets mails at the address of the request,
 * even if a reviewer corrected it.
 */
export const findRecipient = async (
  store: EventStore<PorticoEvent>,
  { noun, id }: MailRequest['recipient'],
): Promise<Recipient | undefined> => {
  let [name, email] = ['', ''];
  let { language } = defaultSettings;
  for (const { type, data } of await store.read(streamOf(noun, id))) {
    if (type === 'RegistrationApprovalBegun') continue;
    if ('firstname' in data && typeof data.firstname === 'string') name = data.firstname;
    if ('email' in data && typeof data.email === 'string') email = data.email;
    if (type === 'UserSettingsChanged') language = data.settings.language;
    if (type === 'RegistrationRequested' && data.language) language = data.language;
  }
  return email === '' || email === erased ? undefined : { name, email, language };
};
