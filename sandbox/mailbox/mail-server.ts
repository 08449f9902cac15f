import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export type MailServerOptions = SMTPServerOptions;

/** A mail that the server has taken. `number` counts them from 1. */
export type TakenMail = Readonly<{
  number: number;
  at: string;
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
}>;

/** The mails that are kept; older ones go. */
const kept = 500;

/**
 * Starts a real SMTP server that keeps what it takes in memory.
 *
 * @param options of smtp-server. Default: no TLS, no password.
 * @param onMail  is called before each mail is taken. When it throws, the mail is refused with the error's `responseCode`.
 * @returns the mails, oldest first; `close` ends open connections.
 */
export const startMailServer = async (
  { port, host = '127.0.0.1' }: Readonly<{ port: number; host?: string }>,
  options: MailServerOptions = { disabledCommands: ['AUTH', 'STARTTLS'] },
  onMail: () => void | Promise<void> = () => undefined,
) => {
  const mails: TakenMail[] = [];
  let taken = 0;
  const take = async (content: Buffer) => {
    const { messageId = '', to, subject = '', text = '', html = '' } = await PostalMime.parse(content);
    await onMail();
    taken += 1;
    mails.push({
      number: taken,
      at: new Date().toISOString(),
      id: messageId,
      to: to?.map(({ address }) => address).join(', ') ?? '',
      subject,
      text,
      html,
    });
    if (mails.length > kept) mails.shift();
  };
  const server = new SMTPServer({
    closeTimeout: 1,
    onData: (stream, _session, respond) => {
      buffer(stream)
        .then(take)
        .then(
          () => respond(),
          (error: Error) => respond(error),
        );
    },
    ...options,
  });
  // A client that goes away in the middle is no fault of the server.
  server.on('error', () => undefined);
  server.listen(port, host);
  await once(server.server, 'listening');
  return {
    port: (server.server.address() as AddressInfo).port,
    mails: mails as readonly TakenMail[],
    connections: () => [...server.connections],
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  };
};
export type MailServer = Awaited<ReturnType<typeof startMailServer>>;
