import { expect, test } from '@playwright/test';
import { apiIdOf, deployToTest, newName } from './pages/demo.ts';
import { signIn } from './pages/sign-in.ts';
import { echoUrl, gatewayAdmin, proxyUrl } from './pages/stack.ts';

type Listed = Readonly<{ data: readonly (Readonly<Record<string, unknown>> & Readonly<{ id: string }>)[] }>;

test('take over what somebody changed by hand, and put back what nobody wanted', async ({ browser, page }) => {
  const context = await browser.newContext();
  const admin = await context.newPage();
  await signIn(admin, 'Ada Lindqvist');
  const { path } = await deployToTest(admin, await apiIdOf(admin, 'Orders API'));
  await context.close();
  const name = path.slice(1);

  // Somebody leads the service elsewhere, at the Admin API, and adds a plugin under the portal's tags.
  const services = await gatewayAdmin<Listed>('GET', `/services?tags=portico&size=1000`);
  const routes = await gatewayAdmin<Listed>('GET', `/routes?tags=portico&size=1000`);
  const route = routes.data.find((each) => each.name === name);
  const service = services.data.find(({ id }) => id === (route?.service as { id: string } | undefined)?.id);
  expect(service).toBeDefined();
  await gatewayAdmin('PUT', `/services/${service?.id}`, { ...service, path: '/moved' });
  const header = `x-${newName()}`;
  await gatewayAdmin('POST', '/plugins', {
    name: 'correlation-id',
    service: { id: service?.id },
    config: { header_name: header },
    tags: service?.tags,
  });

  await signIn(page, 'Noor Haddad', '/kong/drift');
  await page
    .getByRole('searchbox', { name: 'Search by object, field, value, name or path' })
    .fill(name.split('-')[0] ?? '');
  const target = page.getByRole('button', { name: /^service / });
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(target).toBeVisible({ timeout: 2_000 });
    await expect(page.getByRole('button', { name: /correlation-id/ })).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 90_000 });

  const dock = page.getByRole('complementary', { name: 'Details' });
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: /correlation-id/ }).click();
  await expect(dock.getByText(header, { exact: true })).toBeVisible();
  await expect(dock.getByText('the deploy form can’t say what the gateway has')).toBeVisible();
  await dock.getByRole('button', { name: 'Remove' }).click();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Nobody asked for it');
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(dialog).toBeHidden({ timeout: 60_000 });
  await expect(dock.getByText('Removed')).toBeVisible({ timeout: 30_000 });
  const plugins = await gatewayAdmin<Listed>('GET', `/services/${service?.id}/plugins`);
  expect(plugins.data.map((each) => each.name)).not.toContain('correlation-id');

  // The other difference still waits: an answer is about one object.
  await target.click();
  await expect(dock.getByText('/moved', { exact: true })).toBeVisible();
  await dock.getByRole('button', { name: 'Adopt' }).click();
  await dialog.getByRole('button', { name: 'Adopt' }).click();
  await expect(dialog.getByText('A reason is required')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The orders team moved it on Friday');
  await dialog.getByRole('button', { name: 'Adopt' }).click();
  await expect(dialog).toBeHidden({ timeout: 60_000 });
  await expect(dock.getByText('Adopted')).toBeVisible({ timeout: 30_000 });
  await expect(dock.getByText('The orders team moved it on Friday')).toBeVisible();
  await dock.getByRole('button', { name: 'Orders API' }).click();
  await expect(dock.getByText(`${echoUrl()}/moved`).first()).toBeAttached({ timeout: 60_000 });
});

test('find who may call without having asked, and take it away', async ({ browser, page }) => {
  const context = await browser.newContext();
  const admin = await context.newPage();
  await signIn(admin, 'Ada Lindqvist');
  const { id: deploymentId, path } = await deployToTest(admin, await apiIdOf(admin, 'Orders API'));
  await context.close();

  // Somebody gives a consumer of their own the deployment's group, at the Admin API.
  const plugins = await gatewayAdmin<Listed>('GET', '/plugins?tags=portico&size=1000');
  const groups = plugins.data.flatMap(({ name, config }) =>
    name === 'acl' ? (config as { allow: string[] }).allow : [],
  );
  const group = groups.find((each) => each.endsWith(`-${deploymentId}`));
  expect(group).toBeDefined();
  const name = newName();
  const { id } = await gatewayAdmin('POST', '/consumers', { username: name });
  await gatewayAdmin('POST', `/consumers/${id}/key-auth`, { key: name });
  await gatewayAdmin('POST', `/consumers/${id}/acls`, { group });
  const call = async () => (await fetch(`${proxyUrl()}${path}/orders`, { headers: { apikey: name } })).status;
  await expect.poll(call).toBe(200);

  await signIn(page, 'Noor Haddad', `/kong/drift?deploymentId=${deploymentId}`);
  const stranger = page.getByRole('button', { name: `Access group ${name}` });
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(stranger).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 90_000 });
  await stranger.click();
  const dock = page.getByRole('complementary', { name: 'Details' });
  await expect(dock.getByText('the portal gave no such access')).toBeVisible();
  await dock.getByRole('button', { name: 'Remove' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Nobody asked for this access');
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(dialog).toBeHidden({ timeout: 60_000 });
  await expect(dock.getByText('Removed')).toBeVisible({ timeout: 30_000 });
  await expect.poll(call).toBe(403);
  await gatewayAdmin('DELETE', `/consumers/${id}`);
});
