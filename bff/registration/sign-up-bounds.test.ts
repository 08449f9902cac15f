import { afterAll, beforeAll, expect, it } from 'vitest';
import { silentLog } from '#platform/log.ts';
import { type BffWorld, publicUrl, responseOf, startBffWorld, type TestResponse } from '#test/world/bff-world.ts';
import { createApp } from '../app.ts';
import { createCallLimiter } from '../http/call-limiter.ts';
import { callLimits } from '../http/call-limits.ts';
import { messageOf } from '../input/message-of.ts';
import { signUpForm } from './examples.ts';

/** Where the proxy is, whose X-Forwarded-For is believed. */
const proxy = '10.0.0.1';
const { calls: ofOne } = callLimits['sign-up-request'];
const { calls: ofAll } = callLimits['sign-up-requests'];

let world: BffWorld;
/** Two processes of the same portal. */
let apps: ReturnType<typeof createApp>[];
beforeAll(async () => {
  world = await startBffWorld({ env: { TRUSTED_PROXIES: '10.0.0.0/8' } });
  const limiter = () => createCallLimiter({ pool: world.pool, log: silentLog });
  apps = [1, 2].map(() => createApp({ ...world.services, limiter: limiter() }, world.webRoot));
});
afterAll(() => world.close());

/** Posts a form through one of the processes, from a client behind the proxy or with a connection of its own. */
const post = async (
  index: number,
  forwarded: string,
  {
    form = signUpForm(),
    remoteAddress = proxy,
    app = apps[index % 2] as (typeof apps)[number],
  }: { form?: object; remoteAddress?: string; app?: (typeof apps)[number] } = {},
): Promise<TestResponse> => {
  const body = JSON.stringify(form);
  const headers = {
    'content-type': 'application/json',
    'content-length': String(body.length),
    'x-forwarded-for': forwarded,
  };
  const init = { method: 'POST', headers, body };
  return await responseOf(
    await app.request(`${publicUrl}/api/access-requests`, init, { incoming: { socket: { remoteAddress } } }),
  );
};

const countOf = (responses: readonly TestResponse[], status: number) =>
  responses.filter((response) => response.status === status).length;

/** Its address has a request, once the first of these forms was posted. */
const known = { ...signUpForm(), email: 'known@applicant.test' };

const tries = ofOne + 4;
/** Posts one after another. `post` gets the number of the form. */
const many = async (times: number, each: (index: number) => Promise<TestResponse>): Promise<TestResponse[]> => {
  const responses: TestResponse[] = [];
  for (let index = 0; index < times; index += 1) responses.push(await each(index));
  return responses;
};

const oneAddress: readonly (readonly [string, (index: number) => Promise<TestResponse>])[] = [
  ['by a client that writes X-Forwarded-For itself', (index) => post(index, `198.51.100.${index}, 203.0.113.1`)],
  [
    'by a client without the proxy that says it is one',
    (index) => post(index, `198.51.100.${index}, ${proxy}`, { remoteAddress: '203.0.113.2' }),
  ],
  ['by the addresses of one subscriber', (index) => post(index, `2001:db8:1:2::${index.toString(16)}`)],
];

it.each(oneAddress)('K5: a bot leaves no more requests than a person could, %s', async (_how, each) => {
  const before = await world.countEvents();
  const responses = await many(tries, each);
  expect(responses.map(({ status }) => status)).toEqual([...Array(ofOne).fill(200), ...Array(4).fill(429)]);
  expect(Number(responses.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(3_000);
  expect(await world.countEvents()).toBe(before + ofOne);
});

it('K5: nobody can find out for many addresses whether they have an account', async () => {
  const before = await world.countEvents();
  const asked = await many(tries, (index) => post(index, '203.0.113.9', { form: known }));
  expect(countOf(asked, 200)).toBe(1);
  expect(countOf(asked, 400)).toBe(ofOne - 1);
  expect(countOf(asked, 429)).toBe(4);
  expect(await world.countEvents()).toBe(before + 1);
});

it('K5: many addresses together leave a limited number of requests, and then no form tells anything about an address', async () => {
  const before = await world.countEvents();
  const responses = await many(ofAll, (index) => post(index, `203.0.${index}.1`));
  const left = ofAll - (oneAddress.length + 1) * ofOne;
  expect([countOf(responses, 200), countOf(responses, 429)]).toEqual([left, ofAll - left]);
  expect(await world.countEvents()).toBe(before + left);
  const [late, taken] = [await post(0, '203.1.1.1'), await post(1, '203.1.1.2', { form: known })];
  expect([late.status, taken.status]).toEqual([429, 429]);
  expect(late.body.code).toBe('registration.busy');
});

it('K5: the refusal for people mentions no calls, no seconds and no number', () => {
  const text = messageOf({ code: 'registration.busy', parameters: { seconds: 7 } });
  expect(text).toMatch(/try again later/);
  expect(text).not.toMatch(/\d|call|second|quota|limit/i);
});

it("K5: seven client addresses can't use up the form for others where mail addresses are confirmed", async () => {
  const confirmed = { ...world.services, settings: { ...world.services.settings, SMTP_URL: 'smtp://127.0.0.1:1' } };
  const app = createApp(
    { ...confirmed, limiter: createCallLimiter({ pool: world.pool, log: silentLog }) },
    world.webRoot,
  );
  const before = await world.countEvents();
  const responses: TestResponse[] = [];
  for (let network = 0; network < 7; network += 1)
    for (let form = 0; form < tries; form += 1) responses.push(await post(0, `192.0.2.${network}`, { app }));
  expect([countOf(responses, 200), countOf(responses, 429)]).toEqual([7 * ofOne, 7 * (tries - ofOne)]);
  expect(responses.find(({ status }) => status === 429)?.body.code).toBe('registration.busy');
  expect(await post(0, '192.0.2.200', { app })).toMatchObject({ status: 200, body: { confirm: true } });
  expect(await world.countEvents()).toBe(before);
});
