import { expect, type Page, test } from '@playwright/test';
import { call } from './pages/call.ts';
import { deploy, ended, newName, publish } from './pages/demo.ts';
import { signIn } from './pages/sign-in.ts';
import { echoUrl, portalUrl } from './pages/stack.ts';

const undoDialog = (page: Page) => page.getByRole('dialog', { name: /Undo this change\?|can’t be undone/ });

test('take back what was changed by mistake: from the entry of the audit, and take that back too', async ({ page }) => {
  const name = `Mistakes ${newName()}`;
  await signIn(page, 'Ada Lindqvist');
  const { id } = await call<{ id: number }>(page, 'POST', '/api/business-area', {
    json: { id: 0, name, description: 'Ships' },
  });
  await call(page, 'POST', '/api/business-area', { json: { id, name, description: 'Trains' } });
  const read = () => call<{ description: string }>(page, 'GET', `/api/business-area/${id}`);

  await page.goto(`${portalUrl()}/audit?thing=business-area-${id}`);
  const rows = page.getByRole('row').filter({ hasText: name });
  await rows.filter({ hasText: 'Changed' }).getByRole('button').click();
  const panel = page.getByRole('complementary', { name: 'Details' });
  await panel.getByRole('button', { name: 'Undo…' }).click();
  const dialog = undoDialog(page);
  await expect(dialog).toContainText('Gives the fields their former values.');
  await expect(dialog.getByRole('deletion')).toContainText('Trains');
  await expect(dialog.getByRole('insertion')).toContainText('Ships');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  expect(await read()).toMatchObject({ description: 'Trains' });

  await panel.getByRole('button', { name: 'Undo…' }).press('Enter');
  await dialog.getByRole('button', { name: 'Undo this change' }).click();
  await expect(page.getByText('The change is undone.')).toBeVisible();
  expect(await read()).toMatchObject({ description: 'Ships' });
  await expect(rows).toHaveCount(3);

  // Both entries lead to each other, and what took it back can be taken back.
  await panel.getByRole('button', { name: 'Taken back' }).click();
  await expect(panel.getByRole('button', { name: 'Takes back another change' })).toBeVisible();
  await panel.getByRole('button', { name: 'Undo…' }).click();
  await dialog.getByRole('button', { name: 'Undo this change' }).click();
  await expect(rows).toHaveCount(4);
  expect(await read()).toMatchObject({ description: 'Trains' });
});

test('what somebody changed again meanwhile is not taken back: the dialog leads to the later change', async ({
  page,
}) => {
  const name = `Later ${newName()}`;
  await signIn(page, 'Ada Lindqvist');
  const { id } = await call<{ id: number }>(page, 'POST', '/api/business-area', {
    json: { id: 0, name, description: 'Ships' },
  });
  await call(page, 'POST', '/api/business-area', { json: { id, name, description: 'Trains' } });
  await page.goto(`${portalUrl()}/audit?thing=business-area-${id}`);
  await page.getByRole('row').filter({ hasText: 'Changed' }).getByRole('button').click();
  const panel = page.getByRole('complementary', { name: 'Details' });
  await panel.getByRole('button', { name: 'Undo…' }).click();
  const dialog = undoDialog(page);
  await expect(dialog.getByRole('button', { name: 'Undo this change' })).toBeEnabled();

  // While the dialog is open.
  await call(page, 'POST', '/api/business-area', { json: { id, name, description: 'Planes' } });
  await dialog.getByRole('button', { name: 'Undo this change' }).click();
  await expect(dialog).toContainText('Somebody has changed the same again since.');
  await expect(dialog).toContainText('Ada Lindqvist');
  await expect(dialog.getByRole('button', { name: 'Undo this change' })).toBeHidden();
  await dialog.getByRole('button', { name: /^Changed, / }).click();
  await expect(panel.getByRole('insertion')).toContainText('Planes');
  expect(await call(page, 'GET', `/api/business-area/${id}`)).toMatchObject({ description: 'Planes' });
});

test('take back a limit of a deployment from the history of its API: the gateway has the former one again', async ({
  page,
}) => {
  const run = newName();
  await signIn(page, 'Mateo Rossi');
  const specText = `openapi: 3.0.3\ninfo:\n  title: Mistaken ${run}\n  version: 1.0.0\npaths:\n  /a:\n    get:\n      responses: {'200': {description: Fine}}\n`;
  const api = await publish(page, specText);
  const form = {
    name: `Mistaken ${run}`,
    env: 'DEV',
    auth: 'apikey',
    contextPath: `back-${run}`,
    upstreamUrl: echoUrl(),
  };
  const made = await deploy(page, { id: api, ...form });
  expect(await ended(page, made)).toBe('completed');
  const limit = { rateLimit: { enabled: true, ratePerMinute: 3 } };
  const changed = await deploy(page, { id: api, deploymentId: made.entityId, ...form, ...limit });
  expect(await ended(page, changed)).toBe('completed');

  await page.goto(`${portalUrl()}/api-history/${api}`);
  const row = page.getByRole('row').filter({ hasText: 'Calls per minute' });
  await row.getByRole('button', { name: 'Undo…' }).click();
  const dialog = undoDialog(page);
  await expect(dialog).toContainText('An operation changes the gateway.');
  await dialog.getByRole('button', { name: 'Undo this change' }).click();
  await expect(page.getByText('The change is undone.')).toBeVisible();
  expect(await call(page, 'GET', `/api/swaggers/deployment/${made.entityId}`)).toMatchObject({
    state: 'deployed',
    rateLimit: { enabled: false },
  });
  await expect(page.getByText('Takes back another change')).toBeVisible();
  await expect(page.getByText('Taken back', { exact: true })).toBeVisible();
});
