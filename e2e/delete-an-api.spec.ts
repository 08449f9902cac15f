import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { call } from './pages/call.ts';
import { deploy, ended, newName, publish } from './pages/demo.ts';
import { signIn } from './pages/sign-in.ts';
import { echoUrl, paste, portalUrl } from './pages/stack.ts';

test('an API is deleted with its live deployment: calls fail at the gateway, and it leaves the gallery', async ({
  page,
}) => {
  await signIn(page, 'Mateo Rossi');
  const run = newName();
  const name = `Gift Cards ${run}`;
  const text = await readFile(path.join(import.meta.dirname, 'fixtures', 'gift-cards.yaml'), 'utf8');
  const apiId = await publish(page, text.replace(/title:.*/, `title: ${name}`));
  const upstreamUrl = echoUrl();
  const form = { id: apiId, name: `Gift ${run}`, env: 'DEV', auth: 'apikey', contextPath: `gift-${run}`, upstreamUrl };
  expect(await ended(page, await deploy(page, form))).toBe('completed');
  type Detail = { deployments: readonly { url: string }[] };
  const { deployments } = await call<Detail>(page, 'GET', `/api/api-detail/${apiId}`);
  const line = `curl '${deployments[0]?.url}/cards'`;
  expect(paste(line).status).toBe(401);

  await page.goto(`${portalUrl()}/wall?name=${run}&dock=api:${apiId}`);
  const dock = page.getByRole('complementary', { name: 'Details' });
  await dock.getByRole('button', { name: 'Delete API' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog.getByText('1 deployment is deleted with it.')).toBeVisible();
  await dialog.getByRole('textbox').fill('something else');
  await expect(dialog.getByText('*Entered information does not match the displayed information')).toBeVisible();
  await dialog.getByRole('textbox').fill(name);
  await dialog.getByRole('button', { name: 'Delete API' }).click();

  await expect(page.getByText('API Deleted!')).toBeVisible({ timeout: 60_000 });
  await expect(dock).toBeHidden();
  await expect(page.getByRole('article', { name })).toBeHidden();
  expect(paste(line).status).toBe(404);
});
