import { expect, test } from '@playwright/test';
import { apiIdOf, deployToTest, newName } from './pages/demo.ts';
import { signIn } from './pages/sign-in.ts';
import { echoUrl, gatewayAdmin } from './pages/stack.ts';

test("find who still uses the old host, and take one's own route to a new service", async ({ page }) => {
  const name = newName();
  // Somebody made it at the Admin API.
  await gatewayAdmin('POST', '/services', { name: `${name}-old`, host: `${name}.old.example`, tags: ['house'] });
  await gatewayAdmin('POST', `/services/${name}-old/routes`, { name: `${name}-old`, paths: [`/${name}`] });
  await signIn(page, 'Noor Haddad', '/kong/services');

  const search = page.getByRole('searchbox', { name: 'Search by name, host, path, tag or id' });
  await search.fill(`${name}.old`);
  const found = page.getByRole('button', { name: `${name}-old` });
  // The gateway is read within a minute.
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(found).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 90_000 });
  await found.click();
  const dock = page.getByRole('complementary', { name: 'Details' });
  await expect(dock.getByText('Stops working without it')).toBeVisible();
  await expect(dock.getByText(`/${name}`, { exact: true }).first()).toBeVisible();

  await dock.getByRole('button', { name: 'Close' }).first().click();
  await page.getByRole('button', { name: 'Create Service' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create Service' }).click();
  await expect(dialog.getByText('Service name is required')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Name' }).fill(`${name}-new`);
  await dialog.getByRole('textbox', { name: 'URL' }).fill(`${echoUrl()}/v1`);
  await dialog.getByRole('button', { name: 'Create Service' }).click();
  await expect(dialog).toBeHidden({ timeout: 30_000 });

  await search.fill(`${name}-new`);
  await page.getByRole('button', { name: `${name}-new` }).click();
  await dock.getByRole('button', { name: 'Add Route' }).click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill(`${name}-new`);
  await dialog.getByRole('textbox', { name: 'Paths' }).fill(`/${name}-new`);
  await dialog.getByRole('button', { name: 'Create Route' }).click();
  await expect(dialog).toBeHidden({ timeout: 30_000 });

  await dock.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  // Its route leads to it.
  await expect(page.getByText('Delete them first')).toBeVisible();
  await dock.getByRole('button', { name: `${name}-new` }).click();
  await dock.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Route was deleted!')).toBeVisible({ timeout: 30_000 });
});

test('add a consumer for a partner, and see it at the gateway', async ({ browser, page }) => {
  const maintainer = await browser.newPage();
  await signIn(maintainer, 'Mateo Rossi');
  const { path } = await deployToTest(maintainer, await apiIdOf(maintainer, 'Price List API'));
  await maintainer.close();
  const name = newName();
  await signIn(page, 'Noor Haddad', '/kong/consumers');
  await page.getByRole('link', { name: 'Add Consumer' }).click();
  await expect(page.getByRole('heading', { name: 'Add Consumer' })).toBeVisible();
  const choose = async (field: string, option: string) => {
    await page.getByRole('combobox', { name: field }).click();
    await page.getByRole('option', { name: option }).first().click();
  };
  await choose('API', 'Price List API');
  await choose('Organization', 'Harbour Freight');
  await choose('Deployment', path);
  await page.getByLabel('Nickname').fill(name);
  await page.getByRole('button', { name: 'Add key to TEST' }).click();
  await expect(page).toHaveURL(/\/kong\/consumers/, { timeout: 60_000 });
  await page.getByRole('link', { name: 'Consumer Reports' }).click();
  await expect(page.getByText(name)).toBeVisible();
  await page.getByRole('link', { name: 'Add Consumer' }).click();
  await expect(page.getByRole('combobox', { name: 'API' })).toBeVisible();
});

test("limit the calls of one's service, with a form of the gateway's own", async ({ page }) => {
  const name = newName();
  const service = await gatewayAdmin('POST', '/services', { name, host: `${name}.example` });
  await gatewayAdmin('POST', `/services/${name}/routes`, { name, paths: [`/${name}`] });
  await signIn(page, 'Noor Haddad', '/kong/services');
  await page.getByRole('searchbox', { name: 'Search by name, host, path, tag or id' }).fill(name);
  const found = page.getByRole('button', { name, exact: true });
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(found).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 90_000 });
  await found.click();
  const dock = page.getByRole('complementary', { name: 'Details' });
  await dock.getByRole('button', { name: 'Add Plugin' }).click();
  const dialog = page.getByRole('dialog');
  // By search and keyboard.
  await dialog.getByRole('combobox', { name: 'Plugin' }).click();
  await page.keyboard.type('rate-l');
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect(dialog.getByText('Fill in at least one of: second, minute')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'minute' }).fill('7');
  await dialog.getByRole('textbox', { name: 'password' }).fill('canary-of-redis');
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect(dialog.getByText('Calls above the limit will be refused.')).toBeVisible();
  await expect(dialog.getByText('That is 1 route.')).toBeVisible();
  await expect(dialog.getByText('canary-of-redis')).toBeHidden();
  await dialog.getByRole('button', { name: 'Add Plugin' }).click();
  await expect(dialog).toBeHidden({ timeout: 30_000 });
  const plugins = await gatewayAdmin<{ data: { config: object }[] }>('GET', `/services/${service.id}/plugins`);
  expect(plugins.data).toMatchObject([{ config: { minute: 7, redis: { password: 'canary-of-redis' } } }]);

  // What was not replaced stays.
  await dock.getByRole('button', { name: 'rate-limiting' }).click();
  await expect(dock.getByText('canary-of-redis')).toBeHidden();
  await dock.getByRole('button', { name: 'Edit' }).click();
  await expect(dialog.getByRole('button', { name: 'Replace password' })).toBeVisible();
  await dialog.getByRole('textbox', { name: 'minute' }).fill('9');
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect(dialog.getByText('config.minute')).toBeVisible();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden({ timeout: 30_000 });
  const after = await gatewayAdmin<{ data: { config: object }[] }>('GET', `/services/${service.id}/plugins`);
  expect(after.data).toMatchObject([{ config: { minute: 9, redis: { password: 'canary-of-redis' } } }]);
});

test('share the calls of a service among targets', async ({ page }) => {
  const name = `${newName()}.upstream`;
  await signIn(page, 'Noor Haddad', '/kong/upstreams');
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Add Upstream' }).click();
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await dialog.getByRole('button', { name: 'Add Upstream' }).click();
  await expect(dialog).toBeHidden({ timeout: 30_000 });
  await page.getByRole('searchbox', { name: 'Search by name, host, path, tag or id' }).fill(name);
  await page.getByRole('button', { name }).click();
  const dock = page.getByRole('complementary', { name: 'Details' });
  await expect(dock.getByText('It has no targets')).toBeVisible();

  await dock.getByRole('button', { name: 'Add Target' }).click();
  await dialog.getByRole('textbox', { name: 'Target' }).fill('169.254.169.254:80');
  await dialog.getByRole('button', { name: 'Add Target' }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  const target = new URL(echoUrl()).host;
  await dialog.getByRole('textbox', { name: 'Target' }).fill(target);
  await dialog.getByRole('button', { name: 'Add Target' }).click();
  await expect(dialog).toBeHidden({ timeout: 30_000 });
  await expect(dock.getByText('Not checked')).toBeVisible();

  await dock.getByRole('button', { name: `Edit ${target}` }).click();
  await dialog.getByRole('textbox', { name: 'Weight' }).fill('7');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden({ timeout: 30_000 });
  await expect(dock.getByText('Weight 7')).toBeVisible();
  await dock.getByRole('button', { name: `Remove ${target}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Target was removed!')).toBeVisible({ timeout: 30_000 });
  await expect(dock.getByText('It has no targets')).toBeVisible();
  await dock.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Upstream was deleted!')).toBeVisible({ timeout: 30_000 });
});
