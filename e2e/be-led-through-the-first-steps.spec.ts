import { expect, type Page, test } from '@playwright/test';
import { apiIdOf } from './pages/demo.ts';
import { settled } from './pages/inspection.ts';
import { signIn } from './pages/sign-in.ts';
import { portalUrl } from './pages/stack.ts';

const api = 'Orders API';
const wizard = (page: Page) => page.getByRole('dialog');
const dock = (page: Page) => page.getByRole('complementary', { name: 'Details' });

test('somebody new accepts the terms and is welcomed, once', async ({ page }) => {
  await signIn(page, 'Tomas Novak', '/wall');
  const isNew = () =>
    page.evaluate(async () => {
      const { email } = await (await fetch('/auth/session')).json();
      return (await (await fetch(`/api/user?email=${encodeURIComponent(email)}`)).json()).firstlogin as boolean;
    });
  // A stack welcomes him once: one that served before has to begin anew.
  expect(await isNew()).toBe(true);
  const terms = page.getByRole('alertdialog', { name: 'Terms and conditions of use' });
  await terms.getByRole('button', { name: 'I Accept' }).click();
  await page.getByRole('button', { name: 'Reload the page' }).click();
  const welcome = page.getByRole('dialog', { name: /Tomas/ });
  await expect(welcome).toContainText('Portico Labs');
  await welcome.getByRole('button', { name: 'Get started' }).click();
  await expect.poll(isNew).toBe(false);
  await page.reload();
  await settled(page);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(terms).toHaveCount(0);
});

test('a newcomer is led from the welcome to uploading a description', async ({ page }) => {
  await signIn(page, 'Mateo Rossi');
  await page.route(/\/api\/user\?/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), firstlogin: true } });
  });
  await page.goto(`${portalUrl()}/wall`);
  await page.getByRole('dialog').getByRole('link', { name: 'Publish your first API' }).click();
  await expect(wizard(page).getByRole('heading', { name: 'Add an API' })).toBeVisible();
  expect((await wizard(page).boundingBox())?.width).toBe(550);
  await wizard(page).getByRole('link', { name: 'Upload a description' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Publish an API' })).toBeVisible();
  // A response may still be on its way when the page is closed.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('after a deploy a company admin adds a key for their own organization', async ({ page }) => {
  await signIn(page, 'Mateo Rossi');
  const id = await apiIdOf(page, api);
  const { organizationId } = await page.evaluate(async () => {
    const { email } = await (await fetch('/auth/session')).json();
    return (await fetch(`/api/user?email=${encodeURIComponent(email)}`)).json();
  });
  await page.goto(`${portalUrl()}/wall?action=create-consumer&id=${id}&name=Orders&org=${organizationId}`);
  await expect(wizard(page).getByRole('heading', { name: `${api} is deployed` })).toBeVisible();
  await expect(wizard(page).getByRole('listitem').filter({ hasText: 'Add a key' })).toHaveAttribute(
    'aria-current',
    'step',
  );
  await wizard(page).getByRole('link', { name: 'Add an API key For Portico Labs' }).click();
  await expect(dock(page).getByRole('combobox', { name: 'Organization' })).toContainText('Portico Labs');
  await page.keyboard.press('Escape');
  await expect(dock(page).getByRole('heading', { name: api })).toBeVisible();
});

test('after a deploy a portal admin adds a consumer of any organization, or goes to the gallery', async ({ page }) => {
  await signIn(page, 'Ada Lindqvist');
  const address = `${portalUrl()}/wall?action=create-consumer&id=${await apiIdOf(page, api)}&name=Orders`;
  await page.goto(address);
  await wizard(page).getByRole('link', { name: 'Add an API key' }).click();
  await expect(dock(page).getByRole('heading', { name: 'Add API Key' })).toBeVisible();
  await expect(dock(page).getByRole('combobox', { name: 'Organization' })).not.toContainText('Portico Labs');

  await page.goto(address);
  await wizard(page).getByRole('link', { name: 'Go to the gallery' }).click();
  await expect(wizard(page)).toBeHidden();
  await page.goto(address);
  await expect(wizard(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(`${portalUrl()}/wall`);
});
