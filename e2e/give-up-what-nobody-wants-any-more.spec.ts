import { expect, type Page, test } from '@playwright/test';
import { call } from './pages/call.ts';
import { deploy, ended, newName, publish } from './pages/demo.ts';
import { signIn } from './pages/sign-in.ts';
import { echoUrl, gatewayAdmin, portalUrl } from './pages/stack.ts';

const specText = (run: string) =>
  `openapi: 3.0.3\ninfo:\n  title: Unwanted ${run}\n  version: 1.0.0\npaths:\n  /a:\n    get:\n      responses: {'200': {description: Fine}}\n`;

/** Asks for a deployment that fails, because somebody else's service has its name. */
const failing = async (page: Page, apiId: number, name: string) => {
  await gatewayAdmin('POST', '/services', { name: `${name}-dev`, url: 'http://other.example' });
  const requested = await deploy(page, {
    ...{ id: apiId, name, env: 'DEV', auth: 'apikey', contextPath: name.toLowerCase(), upstreamUrl: echoUrl() },
  });
  return { name, ...requested };
};

const stateOf = async (page: Page, id: string): Promise<string> =>
  (await call<{ state: string }>(page, 'GET', `/api/operations/${id}`)).state;

test('give up what nobody wants any more: many at once, after a dry run, with one reason @alone', async ({
  page,
  browser,
}) => {
  const run = newName();
  await signIn(page, 'Mateo Rossi');
  const api = await publish(page, specText(run));
  const names = [...'abcdefghijklm'].map((letter) => `Unwanted${run}${letter}`);
  const asked = await Promise.all(names.map((name) => failing(page, api, name)));
  for (const each of asked) expect(await ended(page, each)).toBe('failed');
  const [kept, ...unwanted] = asked as [(typeof asked)[0], ...typeof asked];

  const support = await browser.newPage();
  await signIn(support, 'Kenji Sato');
  await support.goto(`${portalUrl()}/desk?state=failed`);
  await support.getByRole('row').getByRole('button', { name: 'The gateway has this name already' }).first().click();
  const panel = support.getByRole('complementary', { name: 'Details' });

  await test.step('chooses those that nobody wants: all are chosen at first', async () => {
    await expect(panel.getByRole('checkbox', { name: kept.name })).toBeChecked();
    const others = panel.getByRole('listitem').filter({ has: support.getByRole('checkbox') });
    for (const other of await others.filter({ hasNotText: `Unwanted${run}` }).all())
      await other.getByRole('checkbox').uncheck();
    await panel.getByRole('checkbox', { name: kept.name }).uncheck();
    await panel.getByRole('button', { name: `Cancel these: ${unwanted.length}` }).click();
  });

  const dialog = support.getByRole('dialog', { name: `Cancel these: ${unwanted.length}` });
  await test.step('reads what would change, and says why, once for all', async () => {
    const dryRun = dialog.getByRole('region', { name: 'What it would change now' });
    await expect(dryRun).toContainText(`Would be cancelled: ${unwanted.length}`);
    await dialog.getByRole('button', { name: `Cancel these: ${unwanted.length}` }).click();
    await expect(dialog.getByText('Enter a reason for the record')).toBeVisible();
    await dialog.getByLabel('Reason').fill('The names stay with the other team');
    await dialog.getByRole('button', { name: `Cancel these: ${unwanted.length}` }).click();
  });

  await test.step('sees how far it is until all are done, and what was not chosen stays', async () => {
    await expect(dialog.getByRole('status')).toHaveText(`Cancelled: ${unwanted.length} of ${unwanted.length}`);
    await expect(dialog.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '100');
    await support.keyboard.press('Escape');
    for (const { operationId } of unwanted)
      await expect.poll(() => stateOf(page, operationId), { timeout: 60_000 }).toBe('cancelled');
    expect(await stateOf(page, kept.operationId)).toBe('failed');
    await expect(panel.getByRole('checkbox', { name: kept.name })).toBeVisible();
    for (const { name } of unwanted) await expect(panel.getByRole('checkbox', { name })).toBeHidden();
    await support.close();
  });

  await test.step('whoever asked for them reads why', async () => {
    await page.goto(`${portalUrl()}/notices`);
    await page
      .getByRole('button', { name: /^Cancelled by support: / })
      .first()
      .click();
    await expect(
      page.getByRole('complementary', { name: 'Details' }).getByText('The names stay with the other team').first(),
    ).toBeVisible();
  });
});
