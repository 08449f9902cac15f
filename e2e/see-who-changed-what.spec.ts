import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { apiIdOf, saveVersion } from './pages/demo.ts';
import { signIn } from './pages/sign-in.ts';
import { portalUrl } from './pages/stack.ts';

const description = 'Stock levels of every warehouse, by article and day.';

test('see who changed what: from the card in the details to the whole history and a file of it', async ({ page }) => {
  await signIn(page, 'Mateo Rossi');
  const api = await apiIdOf(page, 'Warehouse Stock API');
  const { specText } = await page.evaluate(async (id) => {
    const response = await fetch(`/api/swagger/${id}?type=json`);
    return { specText: await response.text() };
  }, api);
  const next = JSON.parse(specText) as { info: { version: string; description: string } };
  const before = next.info.version;
  next.info.version = `${before}-${Date.now() % 10_000}`;
  next.info.description = description;
  await saveVersion(page, api, JSON.stringify(next));

  await page.goto(`${portalUrl()}/wall?dock=api:${api}`);
  const card = page.getByRole('region', { name: 'History' });
  const newest = card.getByRole('listitem').filter({ hasText: 'Document changed' }).first();
  await expect(newest).toContainText('Mateo Rossi');
  await expect(newest.getByRole('deletion')).toContainText(before);
  await expect(newest.getByRole('insertion')).toContainText(next.info.version);

  await card.getByRole('link', { name: 'Whole history' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Warehouse Stock API');
  await page.getByRole('searchbox', { name: /^Search by person/ }).fill(next.info.version);
  await expect(page.getByText('1 entry')).toBeVisible();

  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export as CSV' }).click();
  const lines = readFileSync(await (await download).path(), 'utf8')
    .trim()
    .split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(`version: ${before} -> ${next.info.version}`);

  await page.goBack();
  await expect(card).toBeVisible();
});

test('a partner sees what became of an API and its own part, not the keys of others', async ({ page }) => {
  await signIn(page, 'Liam Chen');
  const api = await apiIdOf(page, 'Orders API');
  await page.goto(`${portalUrl()}/api-history/${api}`);
  await expect(page.getByText(/^Published, version/)).toBeVisible();
  const keys = page.getByRole('row').filter({ hasText: /Key .* added/ });
  await expect(keys.first()).toBeVisible();
  await expect(keys.filter({ hasNotText: 'Harbour Freight' })).toHaveCount(0);
});
