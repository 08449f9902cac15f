import { expect } from '@playwright/test';
import type { TakenMail } from '#sandbox/mailbox/mail-server.ts';
import { mailboxUrl } from './stack.ts';

/** Waits for a mail to an address with this subject. Returns its text. */
export const mailTo = async (address: string, subject: string): Promise<string> => {
  const find = async () => {
    const mails = (await (await fetch(`${mailboxUrl()}/mails.json`)).json()) as readonly TakenMail[];
    return mails.find((mail) => mail.to.includes(address) && mail.subject === subject)?.text;
  };
  await expect.poll(find, { timeout: 60_000 }).toBeDefined();
  return (await find()) ?? '';
};
