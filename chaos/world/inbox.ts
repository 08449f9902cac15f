import { setTimeout as sleep } from 'node:timers/promises';
import { startMailServer, type TakenMail } from '#sandbox/mailbox/mail-server.ts';

/** Milliseconds between two looks. The mail server keeps the newest 500. */
const pause = 200;

/** A mail as it arrived. `id` without what makes it a Message-ID: the operation's, or that of a request to confirm. */
export type ArrivedMail = Readonly<Pick<TakenMail, 'number' | 'to' | 'text'> & { id: string }>;

/** What the mail server does with each mail: refuses it for now, or takes so many milliseconds. */
export type MailTrouble = Readonly<{ refuses: boolean; takes: number }>;

/** Starts the mail server to which the portal sends. It outlives whatever is killed, and keeps every mail. */
export const openInbox = async () => {
  const mails = new Map<number, ArrivedMail>();
  let trouble: MailTrouble = { refuses: false, takes: 0 };
  const server = await startMailServer({ port: 0 }, undefined, async () => {
    const { refuses, takes } = trouble;
    await sleep(takes);
    if (refuses) throw Object.assign(new Error('try again later'), { responseCode: 451 });
  });
  const look = () => {
    for (const { number, id, to, text } of server.mails.filter((mail) => !mails.has(mail.number)))
      mails.set(number, { number, to, text, id: id.replace(/^<(.*)@.*>$/, '$1') });
  };
  const looking = setInterval(look, pause);
  return {
    smtpUrl: `smtp://127.0.0.1:${server.port}`,
    all: (): readonly ArrivedMail[] => [...mails.values()],
    setTrouble: (next: MailTrouble): void => {
      trouble = next;
    },
    close: async (): Promise<void> => {
      clearInterval(looking);
      look();
      await server.close();
    },
  };
};
export type Inbox = Pick<Awaited<ReturnType<typeof openInbox>>, 'all'>;
export type MailServer = Awaited<ReturnType<typeof openInbox>>;
