import { expect, test } from '@playwright/test';
import { call } from './pages/call.ts';
import { apiIdOf, newName, publish } from './pages/demo.ts';
import { signIn } from './pages/sign-in.ts';
import { echoUrl, paste, portalUrl } from './pages/stack.ts';

const run = newName();

test('a maintainer limits callers and paths, sees the change on the gateway in advance, and it takes effect', async ({
  page,
}) => {
  await signIn(page, 'Mateo Rossi');
  const api = await apiIdOf(page, 'Orders API');
  await page.goto(`${portalUrl()}/api-deploy/${api}/Orders%20API/UAT`);
  await expect(page.getByRole('radio', { name: 'UAT' })).toBeChecked();
  await page.getByLabel('Service name').fill(`Orders ${run}`);
  await page.getByLabel('Route name').fill(`orders-${run}`);
  await page.getByLabel('Target URL').fill(echoUrl());
  await page.getByRole('switch', { name: 'Rate limit' }).check();
  await page.getByLabel('Calls per minute').fill('100');
  await page.getByRole('switch', { name: 'IP restriction' }).check();
  await page.getByLabel('Allowed addresses').fill('10.0.0.0/8');
  await page.getByRole('switch', { name: 'Path lockdown' }).check();
  // The echo service has no path, the description's paths begin at /v2: the form says what comes of that.
  await expect(page.getByRole('status').filter({ hasText: 'callers write /v2 themselves' })).toBeVisible();
  await expect(page.getByText(`${echoUrl()}/v2/orders`, { exact: true })).toBeVisible();
  const headers = page.getByRole('group', { name: 'Add headers' });
  await headers.getByRole('button', { name: 'Add an entry: Add headers' }).click();
  await headers.getByLabel('Name 1').fill('X-Desk');
  await headers.getByLabel('Value 1').fill('7 and a half');

  await page.getByRole('button', { name: 'Preview' }).click();
  const preview = page.getByRole('dialog', { name: 'What will change on the gateway' });
  const object = (name: string) => preview.getByRole('listitem').filter({ hasText: name });
  await object('Plugin ip-restriction').locator('summary').click();
  await expect(object('Plugin ip-restriction')).toContainText('10.0.0.0/8');
  await object('Plugin rate-limiting').locator('summary').click();
  await expect(object('Plugin rate-limiting')).toContainText('config.minute');
  // One for the service, and one on each route of the lockdown, which says the path as well.
  const transformer = object('Plugin request-transformer').last();
  await transformer.locator('summary').click();
  await expect(transformer).toContainText('X-Desk:7 and a half');
  await expect(transformer).toContainText('config.replace.uri');
  await expect(object('Route GET').first()).toContainText(`orders-${run}-uat.`);
  await preview.getByRole('button', { name: 'Deploy to UAT' }).click();
  await page.waitForURL(/action=create-consumer/);
  await page.getByRole('dialog').getByRole('link', { name: 'Add an API key' }).click();

  const dock = page.getByRole('complementary', { name: 'Details' });
  await dock.getByLabel('Nickname').fill(`Fence ${run}`);
  await dock.getByRole('button', { name: 'Add key to UAT' }).click();
  const credentials = page.getByRole('dialog', { name: `Credentials of Fence ${run}` });
  const line = (await credentials.getByRole('code').first().textContent()) ?? '';
  // The line that is shown is one that the lockdown lets through.
  const orders = line;
  expect(orders).toContain(`/orders-${run}-uat/v2/orders`);
  const elsewhere = line.replace('/v2/orders', '/v2/admin/users');
  expect(paste(orders).status).toBe(403);
  expect(paste(elsewhere).status).toBe(404);

  // The form of the deployment takes this machine in; the operation says what was changed.
  const detail = await call<{ deployments: { id: number; path: string }[] }>(page, 'GET', `/api/api-detail/${api}`);
  const deployment = detail.deployments.find(({ path }) => path === `/orders-${run}-uat`);
  await page.goto(`${portalUrl()}/api-deploy/${api}?id=${deployment?.id}`);
  await page.getByLabel('Allowed addresses').fill('10.0.0.0/8, 127.0.0.1');
  await page.getByLabel('Calls per minute').fill('90');
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(preview).toContainText('counted from zero again');
  await expect(preview.getByRole('listitem').filter({ hasText: 'Route' })).toHaveCount(0);
  await preview.getByRole('button', { name: 'Deploy to UAT' }).click();
  await page.waitForURL(/dock=api/);
  const response = paste(orders);
  expect(response.status).toBe(200);
  expect(JSON.parse(response.body)).toMatchObject({ path: '/v2/orders', headers: { 'x-desk': '7 and a half' } });
  // The target would answer these as well, but no description names them.
  expect(paste(line.replace('/v2/orders', '/orders')).status).toBe(404);
  expect(paste(elsewhere).status).toBe(404);
  const { operationId } = await call<{ operationId: string }>(
    page,
    'GET',
    `/api/swaggers/deployment/${deployment?.id}`,
  );
  await page.goto(`${portalUrl()}/wall?dock=operation:${operationId}`);
  const change = dock.getByRole('listitem').filter({ hasText: 'Plugin ip-restriction' }).first();
  await expect(change).toContainText('config.allow');
  await expect(change).toContainText('127.0.0.1');
  await expect(change).not.toContainText('10.0.0.0/8');
});

test('input survives a reload, belongs to its environment, and is discarded by Cancel', async ({ page }) => {
  await signIn(page, 'Mateo Rossi');
  const api = await apiIdOf(page, 'Orders API');
  const name = page.getByLabel('Service name');
  const open = async (environment: string) => {
    await page.goto(`${portalUrl()}/api-deploy/${api}/Orders%20API/${environment}`);
    await expect(page.getByRole('radio', { name: environment })).toBeChecked();
  };
  await open('TEST');
  await name.fill('Half done');
  await page.reload();
  await expect(name).toHaveValue('Half done');
  await open('UAT');
  await expect(name).toHaveValue('Orders API');
  await open('TEST');
  await expect(name).toHaveValue('Half done');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.waitForURL(/dock=api/);
  await open('TEST');
  await expect(name).toHaveValue('Orders API');
});

test('a refusal is shown at its switch, and the form can be corrected and sent', async ({ page }) => {
  await signIn(page, 'Mateo Rossi');
  const specText = `openapi: 3.0.3\ninfo:\n  title: Empty ${run}\n  version: 1.0.0\npaths: {}\n`;
  const apiId = await publish(page, specText);
  await page.goto(`${portalUrl()}/api-deploy/${apiId}/Empty/DEV`);
  await page.getByLabel('Target URL').fill(echoUrl());
  const lockdown = page.getByRole('switch', { name: 'Path lockdown' });
  const look = page.getByRole('button', { name: 'Preview' });
  await lockdown.check();
  await look.click();
  await expect(page.getByRole('alert')).toContainText('has no paths');
  await expect(lockdown).toHaveAttribute('aria-invalid', 'true');
  await expect(lockdown).toBeFocused();
  await expect(look).toBeDisabled();
  await lockdown.uncheck();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await look.click();
  await expect(page.getByRole('dialog', { name: 'What will change on the gateway' })).toBeVisible();
});
