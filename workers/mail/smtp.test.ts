import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import type { MailServer } from '#sandbox/mailbox/mail-server.ts';
import { mailServer, privateMailServer, refusal } from './fixture/mail-servers.ts';
import { SmtpError, sendBySmtp } from './smtp.ts';

const servers: MailServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});
const starting = async (started: ReturnType<typeof mailServer>) => {
  const { url, server } = await started;
  servers.push(server);
  return { url, mails: server.mails, connections: server.connections };
};

const message = {
  id: '0b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8',
  to: 'noor@partner.example',
  subject: 'Ihre Rollen haben sich geändert',
  text: 'שלום\n.\nEnd',
  html: '<p>שלום</p>',
};
const send = (url: string, onHandOver = async () => {}, mail = message) =>
  sendBySmtp(url, 'Portico <portico@acme.example>', mail, onHandOver);
/** Starts a mail server that keeps every recipient and every mail as it came. */
const recording = async () => {
  const recipients: string[] = [];
  const contents: string[] = [];
  const { url } = await starting(
    mailServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      onRcptTo: ({ address }, _session, done) => {
        recipients.push(address);
        done();
      },
      onData: (stream, _session, done) =>
        void text(stream).then((content) => {
          contents.push(content);
          done();
        }),
    }),
  );
  return { url, recipients, contents };
};

/** What became of a mail: the failure, its code, and whether it was handed over before. */
const failure = async (url: string) => {
  let handedOver = false;
  const error = await send(url, async () => {
    handedOver = true;
  }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(SmtpError);
  const { failure: kind, problem, message: text } = error as SmtpError;
  // The server's own words may name people.
  expect(JSON.stringify([problem, text])).not.toMatch(/canary|noor|right/);
  return { kind, code: problem.code, handedOver };
};

describe('a mail', () => {
  it('arrives as it was written, in any language, with a Message-ID of its own', async () => {
    const { url, mails } = await starting(mailServer());
    await send(url);
    expect(mails).toEqual([
      expect.objectContaining({
        id: `<${message.id}@portico>`,
        to: message.to,
        subject: message.subject,
        text: expect.stringMatching(/^שלום\r?\n\.\r?\nEnd/),
        html: expect.stringContaining('<p>שלום</p>'),
      }),
    ]);
  });

  it('is marked as automatic, so that no absence note comes back', async () => {
    const { url, contents } = await recording();
    await send(url);
    expect(contents[0]).toMatch(/^Auto-Submitted: auto-generated\r$/m);
  });

  it.each([
    ['its subject', { subject: 'Hello\r\nBcc: eve@evil.example' }],
    ['its address', { to: 'noor@partner.example, eve@evil.example' }],
    ['a line in its address', { to: 'noor@partner.example\r\nBcc: eve@evil.example' }],
    ['a name in its address', { to: 'eve@evil.example <noor@partner.example>' }],
  ])('gets no other recipient or header by %s', async (_where, hostile) => {
    const { url, recipients, contents } = await recording();
    // Whether the mail server takes such an address is not the point.
    await send(url, undefined, { ...message, ...hostile }).catch((error) => expect(error).toBeInstanceOf(SmtpError));
    expect(recipients).not.toContain('eve@evil.example');
    expect(recipients.length).toBeLessThanOrEqual(1);
    expect(contents).toHaveLength(recipients.length);
    expect(contents.join('\n')).not.toMatch(/^bcc:/im);
  });

  it.each([
    ['TLS from the start', true],
    ['STARTTLS', false],
  ])('is sent by %s, with user and password', async (_how, secure) => {
    const { url, mails } = await starting(privateMailServer(secure));
    await send(url);
    expect(mails).toHaveLength(1);
  });

  it('is not sent over a connection whose certificate nobody signed', async () => {
    const { url, mails } = await starting(privateMailServer(true, ''));
    expect(await failure(url)).toMatchObject({ kind: 'later', handedOver: false });
    expect(mails).toEqual([]);
  });

  it('is not sent with a wrong password', async () => {
    const { url } = await starting(privateMailServer(false));
    expect(await failure(url.replace('right', 'wrong'))).toEqual({
      kind: 'login',
      code: 'mail.login-refused',
      handedOver: false,
    });
  });

  it.each([
    ['the recipient is unknown', { onRcptTo: 550 }, 'for good', 'mail.refused', false],
    ['the mailbox is busy', { onRcptTo: 450 }, 'later', 'mail.put-off', false],
    ['the sender is refused', { onMailFrom: 553 }, 'for good', 'mail.refused', false],
    ['the text is refused', { onData: 554 }, 'for good', 'mail.refused', true],
    ['the server is full', { onData: 452 }, 'later', 'mail.put-off', true],
  ] as const)('fails when %s', async (_why, refuses, kind, code, handedOver) => {
    const [[hook, response] = ['', 0]] = Object.entries(refuses);
    const options = {
      disabledCommands: ['AUTH', 'STARTTLS'],
      ...(hook !== 'onData' && {
        [hook]: (_address: unknown, _session: unknown, done: (error: Error) => void) => done(refusal(response)),
      }),
    };
    const onMail = () => {
      if (hook === 'onData') throw refusal(response);
    };
    const { url } = await starting(mailServer(options, {}, onMail));
    expect(await failure(url)).toEqual({ kind, code, handedOver });
  });

  it('is not sent without TLS when its SMTP_URL insists on TLS', async () => {
    const { url, mails } = await starting(mailServer(undefined, { query: '?requireTLS=true' }));
    expect(await failure(url)).toEqual({ kind: 'later', code: 'mail.not-private', handedOver: false });
    expect(mails).toEqual([]);
  });

  it('is deferred if the mail server is too slow to accept the connection', async () => {
    const slow = mailServer(
      { disabledCommands: ['AUTH', 'STARTTLS'], onConnect: () => undefined },
      { query: '?greetingTimeout=200' },
    );
    expect(await failure((await starting(slow)).url)).toEqual({
      kind: 'later',
      code: 'mail.server-away',
      handedOver: false,
    });
  });

  it('is in doubt if the mail server is too slow to accept the whole mail', async () => {
    const slow = mailServer(undefined, { query: '?socketTimeout=300' }, () => new Promise(() => undefined));
    expect(await failure((await starting(slow)).url)).toEqual({
      kind: 'in doubt',
      code: 'mail.in-doubt',
      handedOver: true,
    });
  });

  it('is deferred if nobody listens', async () => {
    const { url, server } = await mailServer();
    await server.close();
    expect(await failure(url)).toEqual({ kind: 'later', code: 'mail.server-away', handedOver: false });
  });

  it('is in doubt when the connection ends after the whole mail was sent, before the response', async () => {
    const dropping = await starting(
      mailServer(undefined, {}, () => {
        for (const connection of dropping.connections()) connection.close();
      }),
    );
    expect(await failure(dropping.url)).toEqual({ kind: 'in doubt', code: 'mail.in-doubt', handedOver: true });
  });

  it('is not sent when the hand-over cannot be recorded', async () => {
    const { url, mails } = await starting(mailServer());
    const lost = new Error('the log is away');
    await expect(
      send(url, async () => {
        throw lost;
      }),
    ).rejects.toBe(lost);
    expect(mails).toEqual([]);
  });
});
