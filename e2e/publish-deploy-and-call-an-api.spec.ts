import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { newName, publish } from './pages/demo.ts';
import { addKey, callInReport, code, deployedToDev, deployToDev, dock, failedDeployment } from './pages/deploy.ts';
import { signIn } from './pages/sign-in.ts';
import { control, passedUntilRefused, paste, portalUrl, proxyUrl } from './pages/stack.ts';

const fixture = (name: string) => path.join(import.meta.dirname, 'fixtures', name);

const openDetails = async (page: Page, name: string) => {
  await page.goto(`${portalUrl()}/wall?name=${encodeURIComponent(name)}`);
  await page
    .getByRole('article', { name })
    .getByRole('button', { name: /Details/ })
    .click();
};

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

/** An API of one's own, whose details are open. */
const ownApi = async (page: Page) => {
  const name = `Vouchers ${newName()}`;
  await signIn(page, 'Mateo Rossi');
  await publish(page, `openapi: 3.1.0\ninfo: { title: ${name}, version: 1.0.0 }\npaths: { /cards: { get: {} } }\n`);
  await openDetails(page, name);
  return { name, slug: name.toLowerCase().replace(' ', '-') };
};

/** Asks for a deployment to DEV that takes keys only. */
const requestDeployment = async (page: Page) => {
  await dock(page).getByRole('link', { name: 'Deploy Now' }).click();
  await deployToDev(page, 'API Key');
};

const statusWithoutKey = (slug: string) => paste(`curl '${proxyUrl()}/${slug}-dev/cards'`).status;

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

test('a deployment that fails is replayed by support, with a reason', async ({ page, browser }) => {
  const { name, slug } = await ownApi(page);
  await test.step('it fails: another service has its name, and Portico never touches foreign objects', async () => {
    const mend = await failedDeployment(page, `${name.replace(' ', '-')}-dev`, () => requestDeployment(page));
    await mend();
  });
  await test.step('support replays it', async () => {
    const support = await browser.newPage();
    await signIn(support, 'Kenji Sato');
    await support.goto(`${portalUrl()}/desk?state=failed`);
    await support.getByRole('row').getByRole('button', { name: 'The gateway has this name already' }).first().click();
    await dock(support)
      .getByRole('button', { name: new RegExp(`${slug}-dev`) })
      .click();
    await expect(dock(support).getByText('Attempt 1').first()).toBeVisible();
    await expect(dock(support).getByText('Requested by Mateo Rossi')).toBeVisible();
    await dock(support).getByRole('button', { name: 'Replay' }).click();
    const dialog = support.getByRole('dialog');
    // The dry run: the service's name is free. What exactly it would make is for those who may open the deployment.
    await expect(dialog.getByRole('region', { name: 'What it would change now' })).toContainText(
      'It would change the gateway.',
    );
    await dialog.getByLabel('Reason').fill('The name is free now');
    await dialog.getByRole('button', { name: 'Replay' }).click();
    // The last stage is named from the beginning. The calls show that the deployment works.
    await expect.poll(() => statusWithoutKey(slug), { timeout: 30_000 }).toBe(401);
    await expect(dock(support).getByText('Completed').first()).toBeVisible();
    await support.close();
  });
});

test('whoever may deploy changes the form of a deployment that failed and sends it again', async ({
  page,
  browser,
}) => {
  const { name, slug } = await ownApi(page);
  const mend = await failedDeployment(page, `${name.replace(' ', '-')}-dev`, () => requestDeployment(page));

  const support = await browser.newPage();
  await signIn(support, 'Kenji Sato');
  await support.goto(`${portalUrl()}/desk?state=failed`);
  await support.getByRole('row').getByRole('button', { name: 'The gateway has this name already' }).first().click();
  await dock(support)
    .getByRole('button', { name: new RegExp(`${slug}-dev`) })
    .click();
  // Support does not deploy, and reads who may.
  await expect(dock(support).getByText('Attempt 1').first()).toBeVisible();
  await dock(support).getByRole('button', { name: "Why can't I?" }).click();
  await expect(support.getByRole('dialog').getByText('Mateo Rossi').first()).toBeVisible();
  await support.keyboard.press('Escape');
  const [, failed = ''] = /operation:([0-9a-f-]{36})/.exec(decodeURIComponent(support.url())) ?? [];

  await page.goto(`${portalUrl()}/wall?dock=operation:${failed}`);
  await dock(page).getByRole('link', { name: 'Change the form and send it again' }).click();
  await expect(page.getByText('This form has what the failed operation asked for.')).toBeVisible();
  await expect(page.getByLabel('Service name')).toHaveValue(name);
  await page.getByLabel('Service name').fill(`${name} mended`);
  await page.getByRole('button', { name: 'Deploy to DEV' }).click();
  await expect.poll(() => statusWithoutKey(slug), { timeout: 30_000 }).toBe(401);

  await support.reload();
  await dock(support)
    .getByRole('button', { name: /^Answered by operation/ })
    .click();
  await expect(dock(support).getByText('Completed').first()).toBeVisible();
  await dock(support)
    .getByRole('button', { name: /^Answers operation/ })
    .click();
  await expect(dock(support).getByText('Answered by operation').first()).toBeVisible();
  await support.close();
  await mend();
});

test('a deployment that failed is handed over, muted and cancelled by support, and whoever asked for it reads why', async ({
  page,
  browser,
}) => {
  const { name, slug } = await ownApi(page);
  const mend = await failedDeployment(page, `${name.replace(' ', '-')}-dev`, () => requestDeployment(page));
  await mend();

  const support = await browser.newPage();
  await signIn(support, 'Kenji Sato');
  await support.goto(`${portalUrl()}/desk?state=failed`);
  await support.getByRole('row').getByRole('button', { name: 'The gateway has this name already' }).first().click();
  await dock(support).getByRole('button', { name: 'Hand over' }).click();
  const handOver = support.getByRole('dialog', { name: 'Hand over' });
  await handOver.getByRole('combobox', { name: 'To' }).click();
  await support.getByRole('option', { name: 'Kenji Sato' }).click();
  await handOver.getByLabel('Note').fill('I ask the other team');
  await handOver.getByRole('button', { name: 'Hand over' }).click();
  await expect(dock(support).getByText('I ask the other team')).toBeVisible();
  await dock(support).getByRole('button', { name: 'Mute' }).click();
  const mute = support.getByRole('dialog', { name: 'Mute this cause' });
  await mute.getByLabel('Reason').fill('The other team renames theirs');
  await mute.getByRole('button', { name: 'Mute' }).click();
  await expect(dock(support).getByText(/^Muted until .* by Kenji Sato: The other team renames theirs/)).toBeVisible();
  await dock(support).getByRole('button', { name: 'Show it again' }).click();
  await dock(support).getByRole('button', { name: 'Give it back' }).click();
  await expect(dock(support).getByText('Nobody', { exact: true })).toBeVisible();
  await dock(support)
    .getByRole('button', { name: new RegExp(`${slug}-dev`) })
    .click();
  await dock(support).getByRole('button', { name: 'Cancel it' }).click();
  const dialog = support.getByRole('dialog', { name: 'Cancel this operation' });
  await expect(dialog.getByRole('region', { name: 'What it would change now' })).toContainText(
    'Nothing of it is in force',
  );
  await dialog.getByLabel('Reason').fill('The name stays with the other team');
  await dialog.getByRole('button', { name: 'Cancel operation' }).click();
  await expect(dock(support).getByText('Cancelled by Kenji Sato').first()).toBeVisible({ timeout: 20_000 });
  await expect(dock(support).getByRole('button', { name: 'Replay' })).toBeHidden();
  await support.close();

  await page.goto(`${portalUrl()}/notices`);
  await page
    .getByText(/^Cancelled by support: .*dev/)
    .first()
    .click();
  await expect(dock(page).getByText('The name stays with the other team')).toBeVisible();
  expect(statusWithoutKey(slug)).toBe(404);
});
