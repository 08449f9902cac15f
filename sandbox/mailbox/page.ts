import { Hono } from 'hono';
import { html } from 'hono/html';
import type { TakenMail } from './mail-server.ts';

const shell = (title: string, body: unknown) => html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <meta name="color-scheme" content="light dark">
    <title>${title}</title>
    <style>
      body { font-family: system-ui, sans-serif; line-height: 1.5; margin: 0 auto; max-width: 860px; padding: 24px }
      table { border-collapse: collapse; width: 100% }
      td, th { border-bottom: 1px solid color-mix(in srgb, currentColor 20%, transparent); padding: 8px; text-align: start }
      td { overflow-wrap: anywhere }
      iframe { border: 1px solid color-mix(in srgb, currentColor 20%, transparent); border-radius: 6px; height: 60vh; width: 100% }
      pre { white-space: pre-wrap }
    </style>
  </head>
  <body>${body}</body>
</html>`;

/** The pages of the mailbox: all mails that were sent, newest first; one of them as HTML and as text; all as JSON. */
export const mailboxPages = (mails: readonly TakenMail[]): Hono =>
  new Hono()
    .use(async (c, next) => {
      await next();
      // A mail's HTML is shown in a frame that runs nothing and loads nothing.
      c.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'");
    })
    .get('/', (c) => {
      const rows = mails.map(
        ({ at, to, subject }, index) =>
          html`<tr><td><a href="/mails/${index}">${subject}</a></td><td>${to}</td><td>${at}</td></tr>`,
      );
      return c.html(
        shell(
          'Mailbox',
          html`<h1>Mailbox</h1>
            <p>Every mail that Portico sent in this sandbox. Nothing leaves this machine.</p>
            ${
              rows.length === 0
                ? html`<p>No mail yet. Request access on the portal's first page, or change somebody's roles.</p>`
                : html`<table><tr><th>Subject</th><th>To</th><th>Sent</th></tr>${rows.reverse()}</table>`
            }`,
        ),
      );
    })
    .get('/mails.json', (c) => c.json(mails))
    .get('/mails/:index{\\d+}', (c) => {
      const mail = mails[Number(c.req.param('index'))];
      if (!mail)
        return c.html(
          shell('No such mail', html`<p>This mail is not here any more. <a href="/">All mails</a></p>`),
          404,
        );
      return c.html(
        shell(
          mail.subject,
          html`<p><a href="/">All mails</a></p>
            <h1>${mail.subject}</h1>
            <p>To ${mail.to}, ${mail.at}</p>
            <iframe title="The mail as HTML" sandbox="allow-popups" srcdoc="${mail.html}"></iframe>
            <h2>As text</h2>
            <pre>${mail.text}</pre>`,
        ),
      );
    });
