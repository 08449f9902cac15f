import { Readable } from 'node:stream';
import MailComposer from 'nodemailer/lib/mail-composer';
import { parseConnectionUrl } from 'nodemailer/lib/shared';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { Problem } from '#domain/core/problem.ts';

/** A mail as it is sent. `id` makes the Message-ID, so that a mail that is sent again can be recognized. */
export type Message = Readonly<{ id: string; to: string; subject: string; text: string; html: string }>;

/**
 * Why a mail was not taken.
 *
 * `for good`: another try can't help. `login`: the mail server refuses Portico itself. `later`: another try may help.
 * `in doubt`: the mail was handed over whole, and the connection ended before the mail server said whether it takes it.
 */
export type SmtpFailure = 'for good' | 'login' | 'later' | 'in doubt';

/** Has no text of the mail server, which may name the recipient. */
export class SmtpError extends Error {
  override name = 'SmtpError';
  readonly failure: SmtpFailure;
  readonly problem: Problem;

  constructor(failure: SmtpFailure, problem: Problem) {
    super(problem.code);
    this.failure = failure;
    this.problem = problem;
  }
}

/** Milliseconds for a connection, for the greeting, and for any response. RFC 5321, 4.5.3.2 allows minutes. */
const limits = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000, dnsTimeout: 10_000 };

type Trouble = Readonly<{ code?: string; responseCode?: number }>;

const sorted = ({ code, responseCode }: Trouble, handedOver: boolean): SmtpError => {
  const response = responseCode ?? 0;
  // A mail server that lost its certificate has it again later, whatever it responds to STARTTLS.
  if (code === 'ETLS') return new SmtpError('later', { code: 'mail.not-private' });
  if (code === 'EAUTH') return new SmtpError('login', { code: 'mail.login-refused' });
  if (response >= 500) return new SmtpError('for good', { code: 'mail.refused', parameters: { response } });
  if (response >= 400) return new SmtpError('later', { code: 'mail.put-off', parameters: { response } });
  if (handedOver) return new SmtpError('in doubt', { code: 'mail.in-doubt' });
  if (code === 'EENVELOPE' || code === 'EMESSAGE')
    return new SmtpError('for good', { code: 'mail.refused', parameters: { response } });
  return new SmtpError('later', { code: 'mail.server-away' });
};

/**
 * Sends one mail over one connection.
 *
 * @param url        SMTP_URL; nodemailer's connection options may be in its query.
 * @param from       the sender: `Portico <portico@acme.example>`.
 * @param onHandOver is awaited when all of the mail was read and before its end is sent. From then on the mail server may
 *   have it. When it throws, the mail is not sent.
 * @throws SmtpError, or the error of `onHandOver`
 */
export const sendBySmtp = async (
  url: string,
  from: string,
  { id, to, subject, text, html }: Message,
  onHandOver: () => Promise<void>,
): Promise<void> => {
  const { auth, ...options } = parseConnectionUrl(url);
  // As an object, so that one address stays one: a text is read as a list of addresses.
  const recipient = { name: '', address: to };
  const messageId = `<${id}@portico>`;
  // RFC 3834: programs that answer mails do not answer this one.
  const headers = { 'Auto-Submitted': 'auto-generated' };
  const mail = new MailComposer({ from, to: recipient, subject, text, html, messageId, headers }).compile();
  const content = await mail.build();
  const { from: sender, to: recipients } = mail.getEnvelope();
  const connection = new SMTPConnection({ ...limits, ...options });
  let handedOver = false;
  let ownError: unknown;
  const body = Readable.from(
    (async function* () {
      yield content;
      try {
        await onHandOver();
      } catch (error) {
        ownError = error;
        throw error;
      }
      handedOver = true;
    })(),
  );
  try {
    await new Promise<void>((resolve, reject) => {
      connection.once('error', reject);
      const send = () =>
        connection.send({ from: sender, to: recipients, size: content.length }, body, (error) =>
          error ? reject(error) : resolve(),
        );
      connection.connect((error) => {
        if (error) reject(error);
        else if (auth) connection.login(auth, (refused) => (refused ? reject(refused) : send()));
        else send();
      });
    });
  } catch (error) {
    throw ownError ?? sorted(error as Trouble, handedOver);
  } finally {
    body.destroy();
    connection.close();
  }
};
