import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { newName } from './pages/demo.ts';
import { signIn } from './pages/sign-in.ts';
import { portalUrl } from './pages/stack.ts';

test('a long upload is stopped: nothing is published, no input is lost, and it can be sent again', async ({ page }) => {
  const name = `Slow ${newName()}`;
  const spec = await readFile(path.join(import.meta.dirname, 'fixtures', 'gift-cards.yaml'), 'utf8');
  await signIn(page, 'Mateo Rossi');
  await page.goto(`${portalUrl()}/api-upload`);
  const large = Buffer.from(`${spec}\n# ${'padding '.repeat(400_000)}\n`);
  const file = page.locator('input[type=file]');
  await file.setInputFiles({ name: 'large.yaml', mimeType: 'application/yaml', buffer: large });
  await page.getByLabel('Name').fill(name);
  await page.getByRole('combobox', { name: 'Application' }).click();
  await page.getByRole('option', { name: 'Checkout' }).click();

  const browser = await page.context().newCDPSession(page);
  const network = (uploadThroughput: number) =>
    browser.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    });
  await network(64 * 1024);
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText(/^Sending [1-9]\d? %$/)).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await expect(page.getByLabel('Name')).toHaveValue(name);
  await network(-1);

  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('API published')).toBeVisible();
  await page.goto(`${portalUrl()}/wall?name=${encodeURIComponent(name)}`);
  await expect(page.getByRole('article', { name })).toHaveCount(1);
});
