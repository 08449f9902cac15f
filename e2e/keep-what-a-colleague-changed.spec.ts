import { expect, type Page, test } from '@playwright/test';
import { call } from './pages/call.ts';
import { deploy, ended, newName, publish } from './pages/demo.ts';
import { signIn } from './pages/sign-in.ts';
import { echoUrl, portalUrl } from './pages/stack.ts';

type Protection = {
  rateLimit: { enabled: boolean; ratePerMinute: number };
  ipRestriction: { enabled: boolean; ips: string[] };
  botDetection: { enabled: boolean };
};

test('two people change a deployment at the same time, and the older form switches off no protection', async ({
  browser,
  page: mateo,
}) => {
  const run = newName();
  await signIn(mateo, 'Mateo Rossi');
  const specText = `openapi: 3.0.3\ninfo:\n  title: Shared ${run}\n  version: 1.0.0\npaths:\n  /a:\n    get:\n      responses: {'200': {description: Fine}}\n`;
  const api = await publish(mateo, specText);
  const form = {
    name: `Shared ${run}`,
    env: 'DEV',
    auth: 'apikey',
    contextPath: `shared-${run}`,
    upstreamUrl: echoUrl(),
  };
  const made = await deploy(mateo, { id: api, ...form });
  expect(await ended(mateo, made)).toBe('completed');
  const id = made.entityId;
  const ada = await (await browser.newContext()).newPage();
  await signIn(ada, 'Ada Lindqvist');

  const open = async (page: Page) => {
    await page.goto(`${portalUrl()}/api-deploy/${api}?id=${id}`);
    await expect(page.getByLabel('Target URL')).toHaveValue(echoUrl());
    await expect(page.getByRole('switch', { name: 'Bot detection' })).toBeVisible();
  };
  await open(ada);
  await open(mateo);

  await ada.getByRole('switch', { name: 'Rate limit' }).check();
  await ada.getByLabel('Calls per minute').fill('6');
  await ada.getByRole('switch', { name: 'IP restriction' }).check();
  await ada.getByLabel('Allowed addresses').fill('10.0.0.0/8');
  await ada.getByLabel('Target URL').fill(`${echoUrl()}/ada`);
  await ada.getByRole('button', { name: 'Deploy to DEV' }).click();
  await ada.waitForURL(/dock=api/);

  await mateo.getByRole('switch', { name: 'Bot detection' }).check();
  await mateo.getByLabel('Target URL').fill(`${echoUrl()}/mateo`);
  await mateo.getByRole('button', { name: 'Deploy to DEV' }).click();
  const dialog = mateo.getByRole('dialog', { name: 'This was changed meanwhile' });
  await expect(dialog).toContainText('Ada Lindqvist');
  await expect(dialog).toContainText('10.0.0.0/8');
  const target = dialog.getByRole('radiogroup', { name: 'Target URL' });
  await expect(target.getByRole('radio', { name: 'In this form' })).toBeChecked();
  const read = () => call<Protection & { upstreamUrl: string }>(mateo, 'GET', `/api/swaggers/deployment/${id}`);
  expect(await read()).toMatchObject({ rateLimit: { enabled: true }, botDetection: { enabled: false } });

  // Nothing is lost by looking away: the form is as it was, and asks again.
  await dialog.getByRole('button', { name: 'Keep editing' }).click();
  await expect(dialog).toBeHidden();
  await expect(mateo.getByLabel('Target URL')).toHaveValue(`${echoUrl()}/mateo`);
  await mateo.getByRole('button', { name: 'Deploy to DEV' }).click();
  await dialog.getByRole('button', { name: 'Take over and save' }).click();
  await mateo.waitForURL(/dock=api/);
  expect(await read()).toMatchObject({
    upstreamUrl: `${echoUrl()}/mateo`,
    rateLimit: { enabled: true, ratePerMinute: 6 },
    ipRestriction: { enabled: true, ips: ['10.0.0.0/8'] },
    botDetection: { enabled: true },
  });
});
