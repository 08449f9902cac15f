import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { newName } from './pages/demo.ts';
import {
  addKey,
  callInReport,
  code,
  deployedToDev,
  deployToDev,
  dock,
  openDetails,
  ownApi,
  requestDeployment,
  statusWithoutKey,
} from './pages/deploy.ts';
import { signIn } from './pages/sign-in.ts';
import { control, passedUntilRefused, paste } from './pages/stack.ts';

const fixture = (name: string) => path.join(import.meta.dirname, 'fixtures', name);

const deleteDeployment = async (page: Page, path: string) => {
  await dock(page)
    .getByRole('button', { name: `Delete ${path}` })
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete deployment' }).click();
  await expect(page.getByText('Deployment Deleted!')).toBeVisible();
};

test('a maintainer publishes an API, deploys it, calls it with a key, and takes all of it away', async ({ page }) => {
  const run = newName();
  const api = `Gift Cards ${run}`;
  let keyLine = '';
  let tokenRequest = '';
  let tokenLine = '';

  await test.step('a maintainer signs in and lands in the gallery', async () => {
    await signIn(page, 'Mateo Rossi', '/wall');
    await expect(page.getByRole('heading', { level: 1, name: 'My API Gallery' })).toBeVisible();
    await expect(page.getByRole('article')).toHaveCount(9);
  });

  await test.step('publishes an API from a file and finds it', async () => {
    await page.getByRole('link', { name: 'Publish an API' }).click();
    await page.locator('input[type=file]').setInputFiles(fixture('gift-cards.yaml'));
    await page.getByLabel('Name').fill(api);
    await page.getByRole('combobox', { name: 'Application' }).click();
    await page.getByRole('option', { name: 'Checkout' }).click();
    await page.getByRole('button', { name: 'Publish' }).click();
    await expect(page.getByText('API published')).toBeVisible();
    await page.getByRole('searchbox', { name: 'Search by API name' }).fill(run);
    await expect(page.getByRole('article')).toHaveCount(1);
    await expect(page.getByRole('article', { name: api })).toContainText('1.3.0');
  });

  await test.step('deploys it, and is led on without reloading', async () => {
    await page
      .getByRole('article', { name: api })
      .getByRole('button', { name: /Details/ })
      .click();
    await dock(page).getByRole('link', { name: 'Deploy Now' }).click();
    await expect(page.getByLabel('Service name')).toHaveValue(api);
    await expect(page.getByLabel('Route name')).toHaveValue(`gift-cards-${run}`);
    await page.getByRole('switch', { name: 'Rate limit' }).check();
    await page.getByLabel('Calls per minute').fill('5');
    // A deployment that waits shows its progress, further down.
    await deployToDev(page, 'API Key & Oauth2');
    await deployedToDev(page, api);
  });

  await test.step('adds an API key, which is shown', async () => {
    await addKey(page, 'Till');
    keyLine = await code(page, 'With an API key');
    tokenRequest = await code(page, 'Ask for a token');
    tokenLine = await code(page, 'Call with the token');
    await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
  });

  await test.step('has no secret left on the screen, and still copies the line with the key in it', async () => {
    const shown = dock(page).getByRole('region', { name: 'With an API key' });
    await expect(shown.getByRole('code')).toContainText('"apikey: $API_KEY"');
    const [, secret = ''] = /'apikey: (.*)'/.exec(keyLine) ?? [];
    expect(secret.length).toBeGreaterThan(20);
    await expect(page.locator('body')).not.toContainText(secret);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await shown.getByRole('button', { name: 'Copy' }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(keyLine);
  });

  await test.step('calls it: with the key, without a key, with a token, too often', async () => {
    const response = paste(keyLine);
    expect(response.status).toBe(200);
    expect(JSON.parse(response.body)).toMatchObject({ method: 'GET', path: '/v1/cards' });
    expect(paste(keyLine.replace(/ -H .*/, '')).status).toBe(401);
    expect(paste(keyLine.replace(/'apikey: .*'/, "'apikey: wrong'")).status).toBe(401);

    const token = JSON.parse(paste(tokenRequest).body) as { access_token: string; expires_in: number };
    expect(token.expires_in).toBe(86_400);
    expect(paste(tokenLine.replace('$ACCESS_TOKEN', token.access_token)).status).toBe(200);

    // Two calls of this minute, or of the one before, were made above.
    expect(passedUntilRefused(keyLine, 5)).toBeGreaterThanOrEqual(3);
  });

  await test.step('sees the calls in the access report and downloads them', async () => {
    await callInReport(page, api, '429');
    const row = page.getByRole('row').filter({ hasText: api }).filter({ hasText: '200' }).first();
    await expect(row).toContainText('Portico Labs');
    await expect(row).toContainText('DEV');
    await page.getByRole('button', { name: 'Export' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Export to CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('report.csv');
    const csv = await readFile(await download.path(), 'utf8');
    expect(csv).toContain(`${api},Portico Labs,DEV,127.0.0.1`);
  });

  await test.step('deletes the key: the gateway refuses it', async () => {
    await openDetails(page, api);
    await dock(page).getByRole('button', { name: 'Delete Till' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByRole('textbox').fill('confirm');
    await dialog.getByRole('button', { name: /Ok|Delete key/ }).click();
    await expect(page.getByText('Consumer Deleted!')).toBeVisible();
    expect(paste(keyLine).status).toBe(401);
  });

  await test.step('deletes the deployment: the route is gone', async () => {
    await deleteDeployment(page, `/gift-cards-${run}-dev`);
    expect(paste(keyLine).status).toBe(404);
  });
});

// Others need the gateway meanwhile.
test('a deployment waits while the gateway is stopped, and goes on by itself', { tag: '@alone' }, async ({ page }) => {
  const { name, slug } = await ownApi(page);
  await test.step('the gateway is stopped when it is asked for', async () => {
    control('gateway', 'stop');
    try {
      await requestDeployment(page);
      await expect(page.getByText('The gateway does not respond').first()).toBeVisible();
    } finally {
      control('gateway', 'start');
    }
  });
  await test.step('it goes on when the gateway is back', async () => {
    await page.waitForURL(/action=create-consumer/, { timeout: 60_000 });
    expect(statusWithoutKey(slug)).toBe(401);
  });
  await test.step('it is deleted', async () => {
    await openDetails(page, name);
    await deleteDeployment(page, `/${slug}-dev`);
  });
});
