import { afterEach, beforeEach, expect, test } from 'vitest';
import { nameAdministrator, type Wanted } from '#bff/operator/name-administrator.ts';
import { createBrowser, destinationOf } from './browser.ts';
import { type Portal, startPortal } from './portal.ts';

let portal: Portal;
beforeEach(async () => {
  portal = await startPortal();
});
afterEach(() => portal.close());

const name = (email: string | undefined, organization?: string) => {
  const wanted: Wanted = { organization, email };
  return nameAdministrator(portal.services, wanted);
};
const whoIs = async (sub: string) => {
  const browser = createBrowser(portal);
  expect((await browser.signIn(sub)).status).toBe(200);
  return (await (await browser.request('/api/whoami')).json()) as { userId: number; roles: string[] };
};

test('the named address of any domain becomes the first administrator; a second one does not count', async () => {
  expect(await name('stranger@Elsewhere.example', 'Harbour')).toBe('ready');
  // As when the process is started again.
  expect(await name('stranger@Elsewhere.example', 'Harbour')).toBe('ready');
  expect(await portal.eventsOf('FirstAdministratorNamed')).toHaveLength(1);
  const { rows } = await portal.pool.query('select name, external from organizations');
  expect(rows).toEqual([{ name: 'Harbour', external: false }]);

  expect(await whoIs('stranger')).toMatchObject({ roles: ['ROLE_COMPANY_USER', 'ROLE_PORTAL_ADMIN'] });
  expect(await portal.eventsOf('FirstAdministratorAppointed')).toHaveLength(1);
  expect(await name('newcomer@corp.portico.example')).toBe('taken');
  expect(await whoIs('newcomer')).toMatchObject({ roles: ['ROLE_COMPANY_USER'] });
  expect(await whoIs('stranger')).toMatchObject({ roles: ['ROLE_COMPANY_USER', 'ROLE_PORTAL_ADMIN'] });
  expect(await portal.eventsOf('UserRolesChanged')).toHaveLength(1);
});

test('an existing user becomes the administrator at their next sign-in', async () => {
  expect(await name(undefined, 'Portico Labs')).toBe('ready');
  const before = await whoIs('newcomer');
  expect(before.roles).toEqual(['ROLE_COMPANY_USER']);
  expect(await name('newcomer@corp.portico.example')).toBe('ready');
  expect(await whoIs('newcomer')).toEqual({ ...before, roles: ['ROLE_COMPANY_USER', 'ROLE_PORTAL_ADMIN'] });
});

test('two sign-ins at once make one administrator', async () => {
  await name('twin@portico.example', 'Portico Labs');
  const browsers = [createBrowser(portal), createBrowser(portal)];
  const callbacks = await Promise.all(
    browsers.map(async (browser) => browser.walkProvider(await browser.startSignIn(), 'twin')),
  );
  const responses = await Promise.all(browsers.map((browser, index) => browser.request(callbacks[index] ?? '')));
  expect(await Promise.all(responses.map(destinationOf))).toEqual(['/wall', '/wall']);
  expect(responses.map(({ status }) => status)).toEqual([200, 200]);
  expect(await portal.eventsOf('UserRegistered')).toHaveLength(1);
  expect(await portal.eventsOf('UserRolesChanged')).toHaveLength(1);
  expect(await portal.eventsOf('FirstAdministratorAppointed')).toHaveLength(1);
});

test('an address that the provider has not verified makes nobody an administrator', async () => {
  await name('unverified@portico.example', 'Portico Labs');
  expect(await destinationOf(await createBrowser(portal).signIn('unverified'))).toBe(
    '/about?error=sign-in.email-unverified',
  );
  expect(await portal.eventsOf('UserRegistered')).toEqual([]);
});

test('without an organization nobody is named, and a colleague is told so', async () => {
  expect(await name('ada@portico.example')).toBe('no-organization');
  expect(await portal.eventsOf('FirstAdministratorNamed')).toEqual([]);
  const refused = await createBrowser(portal).signIn('ada');
  expect(refused.status).toBe(403);
  expect(await destinationOf(refused)).toBe('/about?error=sign-in.no-organization');
  expect(await destinationOf(await createBrowser(portal).signIn('stranger'))).toBe(
    '/about?error=sign-in.request-access',
  );
});

test('several processes that start at once make one organization and name one administrator', async () => {
  const namings = await Promise.all([1, 2, 3].map(() => name('ada@portico.example', 'Portico Labs')));
  expect(namings).toEqual(['ready', 'ready', 'ready']);
  expect(await portal.eventsOf('OrganizationRegistered')).toHaveLength(1);
  expect(await portal.eventsOf('FirstAdministratorNamed')).toHaveLength(1);
});
