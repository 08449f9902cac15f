import { once } from 'node:events';
import { serve } from '@hono/node-server';
import { startMailServer } from './mail-server.ts';
import { mailboxPages } from './page.ts';

/** MAILBOX_PORT: of the pages. MAILBOX_SMTP_PORT: of the mail server. Both on this machine only. */
const server = await startMailServer({ port: Number(process.env.MAILBOX_SMTP_PORT) });
const hostname = '127.0.0.1';
const pages = serve({ fetch: mailboxPages(server.mails).fetch, port: Number(process.env.MAILBOX_PORT), hostname });
await once(pages, 'listening');
console.log(JSON.stringify({ ready: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    pages.close();
    void server.close().then(() => process.exit(0));
  });
