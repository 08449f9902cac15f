import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { strFromU8, unzipSync } from 'fflate';
import { signIn } from './pages/sign-in.ts';

test('a caller of an API generates a TypeScript client and downloads it', async ({ page }) => {
  await signIn(page, 'Liam Chen', '/wall/all?name=Orders');
  await page
    .getByRole('article', { name: 'Orders API' })
    .getByRole('button', { name: /Details/ })
    .click();
  await page.getByRole('button', { name: 'Client code' }).click();
  const dialog = page.getByRole('dialog', { name: 'Generate code' });
  await dialog.getByRole('radio', { name: 'axios' }).check();
  await dialog.getByLabel('Model package').fill('');
  await dialog.getByRole('button', { name: 'Generate' }).click();
  await expect(dialog.getByText('Model package name is required')).toBeVisible();
  await dialog.getByLabel('Model package').fill('orders.models');
  const downloading = page.waitForEvent('download', { timeout: 180_000 });
  await dialog.getByRole('button', { name: 'Generate' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('code.zip');
  const files = unzipSync(await readFile(await download.path()));
  expect(Object.keys(files)).toEqual(expect.arrayContaining(['package.json', 'orders/models/order.ts']));
  expect(strFromU8(files['package.json'] ?? new Uint8Array())).toContain('"axios"');
  await expect(dialog.getByRole('link', { name: 'Download code.zip' })).toBeVisible();
});
