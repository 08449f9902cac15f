import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Operator } from '#bff/operator/open-operator.ts';
import { OperatorError } from '#bff/operator/operator-error.ts';
import { relinkPerson } from '#bff/operator/relink-person.ts';
import { createBrowser, destinationOf } from './browser.ts';
import { type Portal, startPortal } from './portal.ts';

let portal: Portal;
let operator: Operator;
beforeAll(async () => {
  portal = await startPortal();
  await portal.registerOrganization(1, false);
  operator = { ...portal.services, caughtUp: async () => undefined } as unknown as Operator;
});
afterAll(() => portal.close());

const relink = (email: string, subject: string, issuer = portal.issuer) =>
  relinkPerson(operator, issuer, { email, subject });
const userIdOf = async (sub: string) => {
  const browser = createBrowser(portal);
  expect((await browser.signIn(sub)).status).toBe(200);
  return ((await (await browser.request('/api/whoami')).json()) as { userId: number }).userId;
};

test('an address is not enough: only the command links a person with another provider', async () => {
  await portal.registerUser(201, 'twin@portico.example', 1, ['ROLE_SUPPORT']);
  await portal.changeUser(201, {
    type: 'LinkIdentity',
    data: { identity: { issuer: 'https://old.example', subject: 'twin-of-old' }, at: '2026-01-01T00:00:00.000Z' },
  });
  const refused = await createBrowser(portal).signIn('twin');
  expect(refused.status).toBe(403);
  expect(await destinationOf(refused)).toBe('/about?error=sign-in.identity-replaced');
  expect(await relink('Twin@portico.example', 'twin')).toContain('is linked with twin');
  expect(await userIdOf('twin')).toBe(201);
  expect(await relink('twin@portico.example', 'twin')).toContain('already');
  expect(await portal.eventsOf('UserIdentityRelinked')).toHaveLength(1);
});

test("sessions end, and the former identity can't sign in any more", async () => {
  const browser = createBrowser(portal);
  await browser.signIn('newcomer');
  expect(await browser.whoami()).toBe(200);
  expect(await relink('newcomer@corp.portico.example', 'somebody-else')).toContain('sessions that ended: 1');
  expect(await browser.whoami()).toBe(401);
  expect(await destinationOf(await browser.signIn('newcomer'))).toBe('/about?error=sign-in.identity-replaced');
  const users = await portal.eventsOf('UserRegistered');
  await relink('newcomer@corp.portico.example', 'newcomer');
  await browser.signIn('newcomer');
  expect(await browser.whoami()).toBe(200);
  expect(await portal.eventsOf('UserRegistered')).toEqual(users);
});

test('refuses with a sentence: nobody of that address, an identity of somebody else', async () => {
  await portal.registerUser(202, 'ben@partner.example', 1, []);
  await userIdOf('ben');
  await expect(relink('nobody@portico.example', 'x')).rejects.toThrow(
    new OperatorError('Nobody has the address nobody@portico.example.'),
  );
  await userIdOf('newcomer');
  await expect(relink('ben@partner.example', 'newcomer')).rejects.toThrow(
    'newcomer is linked with somebody else: newcomer@corp.portico.example.',
  );
});

test('an id that no sign-in takes is refused', async () => {
  await expect(relink('twin@portico.example', 'x'.repeat(256))).rejects.toThrow(/longer than 255 characters/);
  await expect(relink('twin@portico.example', 'a\u0000')).rejects.toThrow(OperatorError);
});
