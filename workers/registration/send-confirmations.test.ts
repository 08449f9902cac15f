import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '#bff/app.ts';
import { newRequest, signUpForm } from '#bff/registration/examples.ts';
import { confirmationPath } from '#domain/registration/confirmation.ts';
import { silentLog } from '#platform/log.ts';
import { dropOldUnconfirmed, hashOf, takeForMail } from '#platform/unconfirmed-requests.ts';
import type { MailServer } from '#sandbox/mailbox/mail-server.ts';
import { newName } from '#test/examples/route-examples.ts';
import { type BffWorld, publicUrl, responseOf, startBffWorld, type TestResponse } from '#test/world/bff-world.ts';
import { mailServer, refusal } from '../mail/fixture/mail-servers.ts';
import { sendNextConfirmation } from './send-confirmations.ts';

/** With which response the mail server refuses the next mails; 0: it takes them. */
let refuses = 0;
/** The mail server ends the connection instead of responding. */
let drops = false;
let server: MailServer;
let world: BffWorld;
let worker: Parameters<typeof sendNextConfirmation>[0];
beforeAll(async () => {
  const started = await mailServer(undefined, {}, () => {
    if (refuses > 0) throw refusal(refuses);
    if (drops) for (const connection of server.connections()) connection.close();
  });
  server = started.server;
  world = await startBffWorld({ env: { SMTP_URL: started.url } });
  const mail = {
    smtpUrl: started.url,
    from: 'Portico <portico@acme.example>',
    publicUrl,
    reviewPause: 0,
    digestPause: 0,
    togetherPause: 0,
  };
  worker = { pool: world.pool, vault: world.services.vault, log: silentLog, mail };
});
afterEach(async () => {
  refuses = 0;
  drops = false;
  await world.pool.query('delete from unconfirmed_requests');
});
afterAll(async () => {
  await world.close();
  await server.close();
});

let callers = 0;
const newAddress = () => {
  callers += 1;
  return `198.51.${callers >> 8}.${callers & 255}`;
};
/** Posts a form, each time from another network unless it is given. */
const post = async (form: object, remoteAddress = newAddress()) => {
  const body = JSON.stringify(form);
  const headers = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) };
  const init = { method: 'POST', headers, body };
  const app = createApp(world.services, world.webRoot);
  return await responseOf(
    await app.request(`${publicUrl}/api/access-requests`, init, { incoming: { socket: { remoteAddress } } }),
  );
};
const confirm = (token: string) => world.ask(null, 'POST', '/api/confirm-access-request', { json: { token } });
const sendAll = async () => {
  while (await sendNextConfirmation(worker));
};
const mailsTo = (email: string) => server.mails.filter(({ to }) => to === email);
const linkTo = (email: string) => /https:\S+/.exec(mailsTo(email).at(-1)?.text ?? '')?.[0] ?? '';
const tokenTo = (email: string) => new URL(linkTo(email)).hash.slice(1);
const kept = async () => (await world.pool.query('select * from unconfirmed_requests')).rows;
const listed = async (email: string) => {
  const { body } = await world.ask(world.acme.members.portal, 'GET', `/api/pending-requests?search=${email}`);
  return body.total;
};
/** Asks, and reads the mail. Returns the token of its link. */
const asked = async (form: ReturnType<typeof signUpForm>) => {
  expect((await post(form)).status).toBe(200);
  await sendAll();
  return tokenTo(form.email);
};
const over = { status: 409, body: { code: 'registration.link-over' } };

describe('a request for an account (K5)', () => {
  it('counts only after its address is confirmed by the link in a mail', async () => {
    const before = await world.countEvents();
    const form = signUpForm();
    expect(await post(form)).toMatchObject({ status: 200, body: { requestId: expect.any(Number), confirm: true } });
    await sendAll();
    expect(linkTo(form.email)).toMatch(`${publicUrl}${confirmationPath}#`);
    // A program that looks at links gets a page, and the fragment with the token does not even reach the portal.
    const page = await world.app.request(`${publicUrl}${confirmationPath}`, { headers: { accept: 'text/html' } });
    expect(page.status).toBe(200);
    for (const path of ['', `?token=${tokenTo(form.email)}`])
      expect((await world.ask(null, 'GET', `/api/confirm-access-request${path}`)).status).toBe(404);
    expect(await world.countEvents()).toBe(before);
    expect(await listed(form.email)).toBe(0);

    // In another browser: nothing but the token says who it is.
    const { status, body } = await confirm(tokenTo(form.email));
    expect(status).toBe(200);
    await world.shown(body.position);
    expect(await listed(form.email)).toBe(1);
    expect(await kept()).toEqual([]);
    expect(await confirm(tokenTo(form.email))).toMatchObject(over);
    expect(await world.countEvents()).toBe(before + 1);
  });

  it('is one request for several presses of the button at once', async () => {
    const before = await world.countEvents();
    const token = await asked(signUpForm());
    const answers = await Promise.all(Array.from({ length: 8 }, () => confirm(token)));
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    for (const answer of answers) if (answer.status !== 200) expect(answer).toMatchObject(over);
    expect(new Set(answers.flatMap(({ body }) => body.requestId ?? [])).size).toBe(1);
    expect(await world.countEvents()).toBe(before + 1);
  });

  it('is one mail for a double click', async () => {
    const form = signUpForm();
    const headers = { 'idempotency-key': 'one-click-0002' };
    const send = () => world.ask(null, 'POST', '/api/access-requests', { json: form, headers });
    const [first, second] = [await send(), await send()];
    expect(second.body).toEqual(first.body);
    await sendAll();
    expect(mailsTo(form.email)).toHaveLength(1);
  });

  it('gets the same response for a known and an unknown address; only the mailbox learns the difference', async () => {
    const { email: known } = world.acme.members.user;
    const waiting = `${newName()}@waiting.test`;
    await newRequest(world, world.acme, waiting);
    await world.pool.query(
      `update users set email = 'known@user.test', email_lower = 'known@user.test' where email = $1`,
      [known],
    );
    const answers: [string, TestResponse][] = [];
    for (const email of ['known@user.test', waiting, `${newName()}@nobody.test`])
      answers.push([email, await post({ ...signUpForm(), email })]);
    for (const [, { status, body }] of answers)
      expect([status, body]).toEqual([200, { requestId: expect.any(Number), position: '', confirm: true }]);
    await sendAll();
    expect(answers.map(([email]) => mailsTo(email).map(({ subject }) => subject))).toEqual([
      ['You asked for access already'],
      ['You asked for access already'],
      ['Confirm your e-mail address'],
    ]);
    // Nothing is left of the first two.
    expect(await kept()).toHaveLength(1);
  });

  it('puts nothing that a stranger wrote into the mail to an address that may be another person’s', async () => {
    const form = { ...signUpForm(), firstName: 'Canary evil.test', lastName: 'Canary', company: 'Canary' };
    await asked({ ...form, email: 'victim@stranger.test' });
    await newRequest(world, world.acme, 'waiting-victim@stranger.test');
    await asked({ ...form, email: 'waiting-victim@stranger.test' });
    for (const to of ['victim@stranger.test', 'waiting-victim@stranger.test'])
      expect(JSON.stringify(mailsTo(to))).not.toMatch(/canary|evil/i);
    expect(mailsTo('victim@stranger.test')[0]?.text).toMatch(/^Hello,\n/);
  });

  it('E1: is stored encrypted, and of its link only a hash', async () => {
    const form = { ...signUpForm(), lastName: 'Canarylastname' };
    const token = await asked(form);
    const text = JSON.stringify((await world.pool.query('select u::text as row from unconfirmed_requests u')).rows);
    expect(text).not.toMatch(/canary/i);
    expect(text).not.toContain(form.email);
    for (const part of [token, Buffer.from(token).toString('hex'), Buffer.from(token, 'base64url').toString('hex')])
      expect(text).not.toContain(part);
    expect(world.log.join('')).not.toContain(token);
  });

  it('is deleted with its personal data when nobody confirms it in time', async () => {
    const token = await asked(signUpForm());
    await world.pool.query(`update unconfirmed_requests set ends_at = now() - interval '1 second'`);
    expect(await confirm(token)).toMatchObject(over);
    expect(await dropOldUnconfirmed(world.pool)).toBe(1);
    expect(await kept()).toEqual([]);
    expect(await dropOldUnconfirmed(world.pool)).toBe(0);
  });

  it('is not made by a wrong token, or if the address has got an account meanwhile', async () => {
    const before = await world.countEvents();
    for (const token of ['', 'x', 'A'.repeat(43), `${'A'.repeat(42)}/`])
      expect((await confirm(token)).body).toMatchObject({ code: 'registration.link-over' });
    const form = signUpForm();
    const token = await asked(form);
    await newRequest(world, world.acme, form.email);
    expect(await confirm(token)).toMatchObject({ status: 409, body: { code: 'registration.email-taken' } });
    expect(await confirm(token)).toMatchObject(over);
    expect(await world.countEvents()).toBe(before + 1);
  });
});

describe('mails to addresses that nobody has confirmed (K5)', () => {
  it('are few for one mailbox, also under its other names, and each response is the same', async () => {
    const box = newName();
    const form = { ...signUpForm(), email: `${box}@flood.test` };
    const forms = ['', '+a', '+b', '+c', ''].map((tag) => ({ ...form, email: `${box}${tag}@flood.test` }));
    for (const one of forms) expect((await post(one)).body).toMatchObject({ confirm: true });
    await sendAll();
    expect(server.mails.filter(({ to }) => to.startsWith(box))).toHaveLength(3);
  });

  it('leave in fair turns: a sender of many forms waits behind all senders of one', async () => {
    const many = Array.from({ length: 12 }, () => signUpForm());
    for (const form of many) await post(form, '203.0.113.50');
    const honest = signUpForm();
    await post(honest, '203.0.113.51');
    const taken = server.mails.length;
    await sendAll();
    const order = server.mails.slice(taken).map(({ to }) => to);
    expect(order).toHaveLength(13);
    expect(order.indexOf(honest.email)).toBeLessThanOrEqual(1);
  });

  it('are sent again with another link if the mail server defers them', async () => {
    refuses = 451;
    const form = signUpForm();
    await post(form);
    await sendAll();
    expect(mailsTo(form.email)).toEqual([]);
    refuses = 0;
    await world.pool.query('update unconfirmed_requests set next_try_at = now()');
    await sendAll();
    expect(mailsTo(form.email)).toHaveLength(1);
    expect((await confirm(tokenTo(form.email))).status).toBe(200);
  });

  it('are given up, with the request, if the mail server refuses them', async () => {
    refuses = 550;
    await post(signUpForm());
    await sendAll();
    expect(await kept()).toEqual([]);
  });

  it('are sent once, also when the connection ends before the response', async () => {
    drops = true;
    const form = signUpForm();
    await post(form);
    await sendAll();
    drops = false;
    await world.pool.query('update unconfirmed_requests set next_try_at = now()');
    await sendAll();
    expect(mailsTo(form.email)).toHaveLength(1);
    expect((await confirm(tokenTo(form.email))).status).toBe(200);
  });

  it('are sent for a request whose worker was killed before', async () => {
    const form = signUpForm();
    await post(form);
    expect(await takeForMail(world.pool, world.services.vault, hashOf('of a killed worker'))).toBeDefined();
    // Another worker leaves it to the first one for a while.
    expect(await sendNextConfirmation(worker)).toBe(false);
    await world.pool.query('update unconfirmed_requests set next_try_at = now()');
    await sendAll();
    expect(mailsTo(form.email)).toHaveLength(1);
    expect((await confirm(tokenTo(form.email))).status).toBe(200);
  });
});
