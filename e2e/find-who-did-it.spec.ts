import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { strFromU8, unzipSync } from 'fflate';
import { call } from './pages/call.ts';
import { newName } from './pages/demo.ts';
import { signIn } from './pages/sign-in.ts';

test('find who did it: from a word to the entry, why it was allowed, and a file of the answer', async ({
  browser,
  page,
}) => {
  const name = `Pier ${newName()}`;
  await signIn(page, 'Ada Lindqvist', '/business-areas');
  await call(page, 'POST', '/api/business-area', { json: { id: 0, name, description: 'Moorings' } });

  const reviewer = await (await browser.newContext()).newPage();
  await signIn(reviewer, 'Sofia Marin', '/audit');
  await reviewer.getByRole('searchbox', { name: /^Search by name/ }).fill(name);
  await expect(reviewer.getByText('1 entry', { exact: true })).toBeVisible();
  const row = reviewer.getByRole('row').filter({ hasText: name });
  await expect(row).toContainText('Ada Lindqvist');
  await expect(row).toContainText('Added');
  await row.getByRole('button').click();
  const dock = reviewer.getByRole('complementary', { name: 'Details' });
  await expect(dock.getByText('business-area.save')).toBeVisible();
  await expect(dock.getByText('Portal admin')).toBeVisible();

  await dock.getByRole('button', { name: 'Close' }).click();

  const download = reviewer.waitForEvent('download');
  await reviewer.getByRole('link', { name: 'Export as JSON lines' }).click();
  expect((await download).suggestedFilename()).toBe('audit.zip');
  const files = unzipSync(readFileSync(await (await download).path()));
  const [line = '', ...others] = strFromU8(files['audit-1.jsonl'] ?? new Uint8Array())
    .trim()
    .split('\n');
  expect(others).toEqual([]);
  expect(JSON.parse(line)).toMatchObject({ type: 'BusinessAreaAdded', name, rule: 'business-area.save' });

  // The address is a link to the answer.
  await page.goto(reviewer.url());
  await expect(page.getByText('1 entry', { exact: true })).toBeVisible();
});
