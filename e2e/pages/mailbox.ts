import { expect } from '@playwright/test';
import type { TakenMail } from '#sandbox/mailbox/mail-server.ts';
import { mailboxUrl } from './stack.ts';

/** Waits for a mail to an address with these words in its subject or text. Returns its text. */
export const mailTo = async (address: string, words: string): Promise<string> => {
  const find = async () => {
    const mails = (await (await fetch(`${mailboxUrl()}/mails.json`)).json()) as readonly TakenMail[];
    return mails.find(({ to, subject, text }) => to.includes(address) && `${subject}\n${text}`.includes(words))?.text;
  };
  await expect.poll(find, { timeout: 60_000 }).toBeDefined();
  return (await find()) ?? '';
};

/** Returns the address that a mail's button leads to. */
export const linkIn = (text: string): string => /https?:\/\/\S+/.exec(text)?.[0] ?? 'about:blank';
