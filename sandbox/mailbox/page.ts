import { Hono } from 'hono';
import { html } from 'hono/html';
import type { TakenMail } from './mail-server.ts';

/** Each text has its own direction, because mails are written in eight languages. */
const style = html`<style>
  body { font-family: system-ui, sans-serif; line-height: 1.5; margin: 0 auto; max-width: 860px; padding: 24px }
  h1, p, td { overflow-wrap: anywhere }
  h1 { font-size: 1.5rem; line-height: 1.3 }
  table { border-collapse: collapse; width: 100% }
  td, th { border-bottom: 1px solid color-mix(in srgb, currentColor 20%, transparent); padding: 8px; text-align: start; vertical-align: top }
  td:last-child { white-space: nowrap }
  a { color: LinkText }
  .quiet { opacity: 0.75 }
  iframe, pre { border: 1px solid color-mix(in srgb, currentColor 20%, transparent); border-radius: 6px; box-sizing: border-box; width: 100% }
  iframe { height: 480px }
  pre { margin: 0; overflow-wrap: anywhere; padding: 24px; text-align: start; unicode-bidi: plaintext; white-space: pre-wrap }
  @media (max-width: 640px) {
    body { padding: 16px }
    th { display: none }
    td { border: 0; display: block; padding: 0 }
    tr { border-bottom: 1px solid color-mix(in srgb, currentColor 20%, transparent); display: block; padding: 12px 0 }
    pre { padding: 16px }
  }
</style>`;

const shell = (title: string, body: unknown) => html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <meta name="color-scheme" content="light dark">
    <title>${title}</title>
    ${style}
  </head>
  <body>${body}</body>
</html>`;

const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' });
const sentAt = ({ at }: TakenMail) => html`<time datetime="${at}">${format.format(new Date(at))} UTC</time>`;

const list = (mails: readonly TakenMail[]) => html`<h1>Mailbox</h1>
  <p>Every mail that Portico sent in this sandbox, the newest first. Nothing leaves this machine.</p>
  ${
    mails.length === 0
      ? html`<p>No mail yet. Request access on the portal's first page, or change somebody's roles.</p>`
      : html`<table>
        <tr><th>Subject</th><th>To</th><th>Sent</th></tr>
        ${mails.toReversed().map(
          (mail) => html`<tr>
            <td><a href="/mails/${mail.number}"><bdi>${mail.subject}</bdi></a></td>
            <td>${mail.to}</td>
            <td class="quiet">${sentAt(mail)}</td>
          </tr>`,
        )}
      </table>`
  }`;

/** A mail's link opens a page of its own: the frame shows nothing but the mail. */
const framed = (mail: string) => mail.replace('<head>', '<head><base target="_blank">');

const one = (mail: TakenMail) => html`<p><a href="/">All mails</a></p>
  <h1 dir="auto">${mail.subject}</h1>
  <p class="quiet">To ${mail.to}, ${sentAt(mail)}</p>
  <iframe title="The mail as HTML" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${framed(mail.html)}"></iframe>
  <h2>As text</h2>
  <pre>${mail.text}</pre>`;

const none = html`<h1>No such mail</h1>
  <p>This mail is not here any more. <a href="/">All mails</a></p>`;

/** The pages of the mailbox: all mails that were sent, newest first; one of them as HTML and as text; all as JSON. */
export const mailboxPages = (mails: readonly TakenMail[]): Hono =>
  new Hono()
    .use(async (c, next) => {
      await next();
      // A mail's HTML is shown in a frame that runs nothing and loads nothing.
      c.header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; form-action 'none'",
      );
    })
    .get('/', (c) => c.html(shell('Mailbox', list(mails))))
    .get('/mails.json', (c) => c.json(mails))
    .get('/mails/:number{\\d+}', (c) => {
      const mail = mails.find(({ number }) => number === Number(c.req.param('number')));
      return mail ? c.html(shell(mail.subject, one(mail))) : c.html(shell('No such mail', none), 404);
    });
