import { createHash } from 'node:crypto';
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { newName } from './pages/demo.ts';
import { settled } from './pages/inspection.ts';
import { logInLink, signInByPage, signInByWindow } from './pages/sign-in.ts';
import { alter, portalUrl } from './pages/stack.ts';

const maintainer = 'Mateo Rossi';
const url = (path: string) => `${portalUrl()}${path}`;
const account = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Account of/ });
const sessionCookie = async (context: BrowserContext) =>
  (await context.cookies(portalUrl())).find(({ name }) => name.endsWith('portico'));

/** What any page of this browser could read, and every body that was received. */
const readable = (page: Page) =>
  page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, history.state]));

test('the login window closes by itself and the page is signed in', async ({ page }) => {
  await page.goto(url('/features'));
  await signInByWindow(page, maintainer);
  await expect(account(page)).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/features');
});

test('a browser that blocks the window signs in with the whole page, and comes back', async ({ page }) => {
  await page.addInitScript(() => {
    window.open = () => null;
  });
  await page.goto(url('/features'));
  await logInLink(page).click();
  await page.getByRole('button', { name: maintainer }).click();
  await page.waitForURL(url('/features'));
  await expect(account(page)).toBeVisible();
});

test('a deep link opens after the login; the about page leads to the gallery', async ({ page }) => {
  await signInByPage(page, maintainer, '/wall/all?name=orders');
  await expect(page.getByRole('article', { name: 'Orders API' })).toBeVisible();
  await page.goto(url('/about'));
  await page.waitForURL(url('/wall'));
});

test('A4, A5: no token and no session id reaches a page; the cookies are out of reach', async ({ page, context }) => {
  const bodies: string[] = [];
  page.on('response', async (response) => {
    if (response.url().startsWith(portalUrl())) bodies.push(await response.text().catch(() => ''));
  });
  await signInByPage(page, maintainer);
  await settled(page);
  const cookie = await sessionCookie(context);
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/', expires: -1 });
  expect(cookie?.domain).toBe(new URL(portalUrl()).hostname);
  expect(cookie?.secure).toBe(portalUrl().startsWith('https:'));

  expect(bodies.length).toBeGreaterThan(5);
  const seen = [await readable(page), ...bodies].join('\n');
  expect(seen).not.toContain(cookie?.value ?? 'no cookie');
  expect(seen).not.toMatch(/eyJ[\w-]{10,}\.[\w-]{10,}/);
  expect(seen).not.toMatch(/"(access|refresh|id)_?token"\s*:/i);
  expect(await page.evaluate(() => document.cookie)).toBe('');
});

test('idleness warns, counts down and signs out in every tab', async ({ context }) => {
  const [first, second] = [await context.newPage(), await context.newPage()];
  await context.clock.install();
  await signInByPage(first, maintainer);
  await second.goto(url('/wall/all'));
  for (const page of [first, second]) await expect(account(page)).toBeVisible();

  // One clock for all pages of a context.
  const forward = (ms: number) => context.clock.fastForward(ms);
  await forward(13 * 60_000);
  await second.keyboard.press('Shift');
  await forward(2 * 60_000);
  await expect(first.getByRole('heading', { level: 1 })).toBeVisible();
  // What was done in one tab keeps the other.
  for (const page of [first, second]) await expect(page.getByRole('alertdialog')).toBeHidden();

  await forward(12 * 60_000 + 15_000);
  for (const page of [first, second]) {
    await expect(page.getByRole('alertdialog', { name: 'Are you still there?' })).toBeVisible();
  }
  const left = async () => Number(/\d+/.exec((await first.getByRole('alertdialog').textContent()) ?? '')?.[0]);
  const before = await left();
  await forward(10_000);
  await expect.poll(left).toBeLessThan(before - 5);
  await forward(60_000);
  for (const page of [first, second]) await expect(logInLink(page)).toBeVisible();
  await expect(first.getByText('You were logged out after 15 minutes without activity.')).toBeVisible();
  // The page is shown before the response to the logout takes the cookie away.
  await expect.poll(() => sessionCookie(context)).toBeUndefined();
});

test('a session that ends while a form is filled in: one login, and the request is sent again', async ({
  page,
  context,
}) => {
  await signInByPage(page, maintainer);
  await page.goto(url('/edit-profile'));
  const phone = `+1(816)-111-${String(Date.now() % 1e4).padStart(4, '0')}`;
  await page.getByLabel('Phone', { exact: false }).fill(phone);
  const cookie = await sessionCookie(context);
  const logout = await context.request.post(url('/auth/logout'), {
    headers: { 'x-portico': '1', origin: portalUrl(), cookie: `${cookie?.name}=${cookie?.value}` },
  });
  expect(logout.ok()).toBe(true);

  const sent: number[] = [];
  page.on('response', (response) => {
    if (response.request().method() === 'POST' && new URL(response.url()).pathname === '/api/user') {
      sent.push(response.status());
    }
  });
  const [login] = await Promise.all([page.waitForEvent('popup'), page.getByRole('button', { name: 'Save' }).click()]);
  let others = 0;
  page.on('popup', () => {
    others += 1;
  });
  // The identity provider still knows them, and asks nothing.
  if (!login.isClosed()) await login.waitForEvent('close');
  await expect.poll(() => sent).toEqual([401, 200]);
  expect(others).toBe(0);
  await expect(page.getByRole('alertdialog')).toBeHidden();
  await page.goto(url('/edit-profile'));
  await expect(page.getByLabel('Phone', { exact: false })).toHaveValue(phone);
});

test("an administrator's role needs a fresh login: the provider asks again, and the form is still there", async ({
  page,
  context,
}) => {
  await signInByPage(page, 'Grace Okafor', '/my/team');
  const cookie = await sessionCookie(context);
  const hash = createHash('sha256')
    .update(cookie?.value ?? '')
    .digest('hex');
  await alter("update sessions set signed_in_at = now() - interval '6 minutes' where hash = $1", [hash]);
  // Six minutes have passed at the provider too.
  await context.route(/\/auth\/login\?.*fresh=1/, async (route) => {
    const response = await route.fetch({ maxRedirects: 0 });
    const { location = '', ...headers } = response.headers();
    expect(location).toContain('max_age=240');
    await route.fulfill({ response, headers: { ...headers, location: location.replace('max_age=240', 'max_age=0') } });
  });
  const sent: number[] = [];
  page.on('response', (response) => {
    if (new URL(response.url()).pathname === '/api/user/edit-user') sent.push(response.status());
  });
  const name = newName();
  const dock = page.getByRole('complementary', { name: 'Details' });
  await page.getByRole('button', { name: 'Invite team member' }).click();
  await dock.getByRole('textbox', { name: 'First name' }).fill('Nora');
  await dock.getByRole('textbox', { name: 'Last name' }).fill(name);
  await dock.getByRole('textbox', { name: /^E-mail/ }).fill(`${name}@harbour-freight.example`);
  await dock.getByRole('checkbox', { name: 'Company admin' }).check();

  await test.step('who closes the window is told that nothing was done, and stays logged in', async () => {
    const [login] = await Promise.all([
      page.waitForEvent('popup'),
      dock.getByRole('button', { name: 'Send invitation' }).click(),
    ]);
    await expect(login.getByRole('heading', { name: 'Is it still you?' })).toBeVisible();
    const dialog = page.getByRole('alertdialog', { name: 'Log in again for this' });
    await expect(dialog).toContainText('at most 5 minutes old');
    await login.close();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(
      page.getByText(/^This needs a login that is at most 5 minutes old\. Nothing was done\./),
    ).toBeVisible();
    await expect(dock.getByRole('textbox', { name: 'Last name' })).toHaveValue(name);
  });

  await test.step('who logs in again goes on without typing anything anew', async () => {
    const [login] = await Promise.all([
      page.waitForEvent('popup'),
      dock.getByRole('button', { name: 'Send invitation' }).click(),
    ]);
    const closed = login.waitForEvent('close');
    await login.getByRole('button', { name: 'Grace Okafor' }).click();
    await closed;
    await expect(page.getByText('User invited successfully!')).toBeVisible();
    expect(sent).toEqual([401, 401, 200]);
  });
});

test('logging out ends it in every tab, and the old cookie opens nothing', async ({ context }) => {
  const [first, second] = [await context.newPage(), await context.newPage()];
  await signInByPage(first, maintainer);
  await second.goto(url('/wall/all'));
  await expect(account(second)).toBeVisible();
  const cookie = await sessionCookie(context);
  await account(first).click();
  await first.getByRole('menuitem', { name: 'Log out' }).click();
  await first.waitForURL(url('/logout'));
  await expect(logInLink(second)).toBeVisible();
  const response = await fetch(url('/auth/session'), { headers: { cookie: `${cookie?.name}=${cookie?.value}` } });
  expect(await response.json()).toMatchObject({ authenticated: false });
});

test('theme and language are there before the first paint, and after a reload', async ({ page }) => {
  await page.goto(url('/features'));
  await page.getByRole('button', { name: 'Change theme' }).click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.evaluate(() => localStorage.setItem('apim-language', 'he'));

  // Without the app, only what runs before the first paint is left.
  await page.route(/\.js$/, (route) => (route.request().url().endsWith('/boot.js') ? route.continue() : route.abort()));
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  expect(await page.locator('#root').innerHTML()).toBe('');

  await page.unroute(/\.js$/);
  await page.evaluate(() => localStorage.setItem('apim-language', 'en'));
  await page.reload();
  await settled(page);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
});
