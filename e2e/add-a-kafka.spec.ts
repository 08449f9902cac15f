import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { type SandboxBroker, startBroker } from '#sandbox/kafka/start-broker.ts';
import { quickFolder } from '../test/runner/quick-folder.ts';
import { newName } from './pages/demo.ts';
import { signIn } from './pages/sign-in.ts';

const admin = { user: 'admin', password: 'of-another-broker' };
let broker: SandboxBroker;
let folder: string;
test.beforeAll(async () => {
  folder = await mkdtemp(path.join(quickFolder(), 'portico-broker-'));
  broker = await startBroker({ folder, admin });
});
test.afterAll(async () => {
  await broker.close();
  await rm(folder, { recursive: true, force: true });
});

test('add a Kafka and see that it works', async ({ page }) => {
  const name = `Kafka ${newName()}`;
  await signIn(page, 'Ada Lindqvist', '/resources');
  await page.getByRole('link', { name: 'Add resource' }).click();
  await page.getByRole('combobox', { name: 'Server Type' }).click();
  await page.getByRole('option', { name: 'Kafka' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await page.getByRole('combobox', { name: 'Environment Type' }).click();
  await page.getByRole('option', { name: 'TEST' }).click();
  await page.getByRole('textbox', { name: 'External Address' }).fill(broker.tls);
  await page.getByRole('textbox', { name: 'User', exact: true }).fill(admin.user);
  await page.getByLabel('Password').fill(admin.password);

  const found = page.getByRole('region', { name: 'Connection' });
  const testConnection = page.getByRole('button', { name: 'Test connection' });
  await testConnection.click();
  await expect(found.getByText('Add the certificate of its authority below')).toBeVisible();
  const certificate = { name: 'broker.pem', mimeType: 'application/x-pem-file', buffer: Buffer.from(broker.authority) };
  await page.locator('input[type=file]').setInputFiles(certificate);
  await testConnection.click();
  await expect(found.getByText('It works.')).toBeVisible();
  await expect(found.getByText(`A Kafka 4.1 responds at ${broker.tls}`)).toBeVisible();
  await expect(found.getByText('Portico may give them')).toBeVisible();

  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Resource saved')).toBeVisible();
  await page.getByRole('link', { name: `Edit ${name}` }).click();
  // The saved password and certificate serve for the next test.
  await testConnection.click();
  await expect(found.getByText('It works.')).toBeVisible();
});
