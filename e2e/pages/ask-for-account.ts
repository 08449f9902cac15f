import type { Page } from '@playwright/test';
import { call } from './call.ts';
import { linkIn, mailTo } from './mailbox.ts';

type Person = Readonly<{ firstName: string; lastName: string; email: string; company: string }>;

/** Waits for the mail that asks an address to confirm itself. Returns its link. */
export const confirmationLink = async (email: string): Promise<string> =>
  linkIn(await mailTo(email, 'Confirm your e-mail address'));

/** Asks for an account and confirms the address, without a screen. Returns the position of the request. */
export const askForAccount = async (page: Page, person: Person): Promise<string> => {
  await call(page, 'POST', '/api/access-requests', { json: { ...person, agreeToTerm: 'yes' } });
  const token = new URL(await confirmationLink(person.email)).hash.slice(1);
  const json = { token };
  return (await call<{ position: string }>(page, 'POST', '/api/confirm-access-request', { json })).position;
};
