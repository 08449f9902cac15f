import { Window } from 'happy-dom';
import { expect, it } from 'vitest';
import type { TakenMail } from './mail-server.ts';
import { mailboxPages } from './page.ts';

const mail: TakenMail = {
  number: 501,
  at: '2026-05-03T12:00:00.000Z',
  id: '<1@portico>',
  to: 'noor@partner.example',
  subject: '<script>run()</script>',
  text: '</pre><script>run()</script>',
  html: '<html><head></head><body><p>Hello "Noor"</p><a href="https://portal.example/wall">Open</a></body></html>',
};
const pages = mailboxPages([{ ...mail, number: 500, subject: 'Older' }, mail]);
const open = async (path: string) => {
  const response = await pages.request(path);
  const page = new Window({ settings: { disableJavaScriptEvaluation: true } }).document;
  page.write(await response.text());
  return { response, page };
};

it('lists the mails, the newest first, and runs no script in them', async () => {
  const { response, page } = await open('/');
  expect([...page.querySelectorAll('td a')].map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['<script>run()</script>', '/mails/501'],
    ['Older', '/mails/500'],
  ]);
  expect(page.querySelector('time')?.textContent).toBe('3 May 2026, 12:00:00 UTC');
  expect(page.querySelector('script')).toBeNull();
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
});

it('shows a mail as HTML in a frame without scripts, whose links open a page, and as text', async () => {
  const { page } = await open('/mails/501');
  expect(page.querySelector('h1')?.textContent).toBe(mail.subject);
  expect(page.querySelector('pre')?.textContent).toBe(mail.text);
  expect(page.querySelector('script')).toBeNull();
  const frame = page.querySelector('iframe');
  expect(frame?.getAttribute('sandbox')).toBe('allow-popups allow-popups-to-escape-sandbox');
  expect(frame?.getAttribute('srcdoc')).toBe(mail.html.replace('<head>', '<head><base target="_blank">'));
});

it('keeps the URL of a mail when older ones are removed, and says if a mail was removed', async () => {
  expect((await open('/mails/500')).page.title).toBe('Older');
  const { response, page } = await open('/mails/1');
  expect([response.status, page.querySelector('h1')?.textContent]).toEqual([404, 'No such mail']);
});
