import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { strFromU8, unzipSync } from 'fflate';
import { call } from './pages/call.ts';
import { deployToTest, ended, newName, publish } from './pages/demo.ts';
import { signIn } from './pages/sign-in.ts';
import { portalUrl } from './pages/stack.ts';

const partner = 'Harbour Freight';

test('answer the auditor’s question: who could call an API at a moment, by which key, and whether it is still so', async ({
  browser,
  page: ada,
}) => {
  const [nickname, api] = [`Till ${newName()}`, `Moorings ${newName()}`];
  await signIn(ada, 'Ada Lindqvist', '/wall/all');
  const spec = {
    openapi: '3.1.0',
    info: { title: api, version: '1.0.0' },
    paths: { '/berths': { get: { responses: { 200: { description: 'Free berths' } } } } },
  };
  const apiId = await publish(ada, JSON.stringify(spec));
  const deployment = await deployToTest(ada, apiId);
  const { organizations } = await call<{ organizations: readonly { id: number }[] }>(
    ada,
    'GET',
    `/api/organizations?${new URLSearchParams({ name: partner })}`,
  );
  const organizationId = organizations[0]?.id;
  const requested = await call<Parameters<typeof ended>[1]>(ada, 'POST', '/api/kong/add-consumer', {
    json: { deploymentId: deployment.id, organizationId, apiModelId: apiId, nickname },
  });
  expect(await ended(ada, requested)).toBe('completed');
  const working = new Date().toISOString();
  const removal = await call<Parameters<typeof ended>[1]>(ada, 'DELETE', `/api/consumer/${requested.entityId}`);
  expect(await ended(ada, removal)).toBe('completed');

  const sofia = await (await browser.newContext({ timezoneId: 'Europe/Berlin' })).newPage();
  await signIn(sofia, 'Sofia Marin', '/audit');
  await sofia.getByRole('link', { name: 'As of a date' }).click();
  await expect(sofia.getByText('What do you want to know?')).toBeVisible();
  await sofia.getByRole('combobox', { name: 'API' }).click();
  await sofia.getByPlaceholder('Search').fill(api.toUpperCase());
  await sofia.getByRole('option', { name: api }).click();
  const row = sofia.getByRole('row').filter({ hasText: nickname });
  // Now the key is gone.
  await expect(sofia.getByRole('combobox', { name: 'API' })).toContainText(api);
  await expect(sofia.getByText(/^\d+ rows?$/).or(sofia.getByText('Nobody could do anything then'))).toBeVisible();
  await expect(row).toHaveCount(0);

  // At the moment of the question it was allowed and in force. The time is the reader's, with UTC beside it.
  await sofia.goto(`${portalUrl()}/as-of?${new URLSearchParams({ id: String(apiId), env: 'TEST', at: working })}`);
  await expect(row).toContainText(partner);
  await expect(row).toContainText('Allowed and in force');
  await expect(row).toContainText('Ada Lindqvist');
  await expect(row).toContainText('Removed');
  await expect(sofia.getByText(`${working.slice(0, 10)} ${working.slice(11, 16)} UTC`)).toBeVisible();

  await sofia.getByRole('searchbox', { name: /^Search by organization/ }).fill(nickname);
  await expect(sofia.getByText('1 row', { exact: true })).toBeVisible();
  const download = sofia.waitForEvent('download');
  await sofia.getByRole('link', { name: 'Export as CSV' }).click();
  expect((await download).suggestedFilename()).toBe('as-of.zip');
  const files = unzipSync(readFileSync(await (await download).path()));
  const file = strFromU8(files['as-of-1.csv'] as Uint8Array);
  expect(JSON.parse(strFromU8(files['manifest.json'] as Uint8Array))).toMatchObject({
    entries: 1,
    query: { asOf: working },
  });
  expect(file.trim().split('\r\n')).toHaveLength(2);
  expect(file).toContain(nickname);

  // The key's name leads to all that happened to it.
  await row.getByRole('link', { name: nickname }).click();
  await expect(sofia.getByText(`Only entries about consumer-${requested.entityId}`)).toBeVisible();
  await sofia.context().close();
});
