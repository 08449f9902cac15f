import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { type Gateway, startGateway } from '#sandbox/gateway/start-gateway.ts';
import { quickFolder } from '../test/runner/quick-folder.ts';
import { newName } from './pages/demo.ts';
import { signIn } from './pages/sign-in.ts';

const adminToken = 'the-key-of-another-admin-api';
let other: Gateway;
let folder: string;
test.beforeAll(async () => {
  folder = await mkdtemp(path.join(quickFolder(), 'portico-another-'));
  other = await startGateway({ dataFolder: folder, adminPort: 0, proxyPort: 0, proxySslPort: 0, adminToken });
});
test.afterAll(async () => {
  await other.close();
  await rm(folder, { recursive: true, force: true });
});

test('add a gateway and see that it works', async ({ page }) => {
  const name = `Gateway ${newName()}`;
  await signIn(page, 'Ada Lindqvist', '/resources');
  // The demo's gateway knows where reports are taken: at a port of its own.
  await page.getByRole('link', { name: 'Edit Sandbox gateway' }).click();
  const reports = await page.getByRole('textbox', { name: 'Address of Portico' }).inputValue();
  await page.getByRole('link', { name: 'Cancel' }).click();
  await page.getByRole('link', { name: 'Add resource' }).click();
  await page.getByRole('combobox', { name: 'Server Type' }).click();
  await page.getByRole('option', { name: 'Kong' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  const submit = page.getByRole('button', { name: 'Submit' });
  await expect(submit).toBeDisabled();
  await page.getByRole('textbox', { name: 'Admin URL' }).fill(other.adminUrl);
  await page.getByRole('textbox', { name: 'API URL', exact: true }).fill(other.proxyUrl);
  await page.getByRole('textbox', { name: 'Address of Portico' }).fill(reports);
  const key = page.getByLabel('Key of the Admin API');
  await key.fill('wrong');

  await page.getByRole('button', { name: 'Test connection' }).click();
  const found = page.getByRole('region', { name: 'Connection' });
  await expect(found.getByText('refuses this key (401)')).toBeVisible();
  await key.fill(adminToken);
  await page.getByRole('button', { name: 'Test connection' }).click();
  await expect(found.getByText('It works')).toBeVisible({ timeout: 25_000 });
  await expect(found.getByText('Reports of its calls reach Portico')).toBeVisible();

  await submit.click();
  await expect(page.getByText('Resource saved')).toBeVisible();
  const panel = page.getByRole('listitem').filter({ hasText: name });
  await panel.getByText(name).click();
  await expect(panel.getByText(other.proxyUrl)).toBeVisible();
  await expect(panel.getByText('Set, never shown')).toBeVisible();

  await page.getByRole('link', { name: `Edit ${name}` }).click();
  await expect(page.getByRole('textbox', { name: 'Admin URL' })).toHaveValue(other.adminUrl);
  await expect(page.getByLabel('Key of the Admin API')).toHaveValue('');
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete resource' }).click();
  await expect(page.getByText('Resource deleted')).toBeVisible();
  await expect(page.getByText(name)).toBeHidden();
});
