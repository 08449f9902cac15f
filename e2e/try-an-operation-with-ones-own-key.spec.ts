import { expect, test } from '@playwright/test';
import { signIn } from './pages/sign-in.ts';

test('somebody with a key calls an operation from the documentation, and the browser never has the key', async ({
  page,
}) => {
  await signIn(page, 'Liam Chen', '/wall/all?name=Orders');
  await page
    .getByRole('article', { name: 'Orders API' })
    .getByRole('button', { name: /Details/ })
    .click();
  await page.getByRole('link', { name: 'Documentation' }).click();
  await page.getByRole('button', { name: 'Try it' }).click();
  const dock = page.getByRole('complementary', { name: 'Details' });
  await expect(dock.getByRole('combobox', { name: 'Key' })).toContainText('Dispatch board');
  await dock.getByRole('button', { name: /^Operation: / }).click();
  await page.getByPlaceholder('Find by path or summary').fill('get {');
  await page.getByRole('option').first().click();
  await dock.getByRole('textbox', { name: /path/ }).fill('');
  await dock.getByRole('button', { name: 'Call DEV' }).click();
  await expect(dock.getByText('Fill this in to call the operation')).toBeVisible();
  await expect(dock.getByRole('textbox', { name: /path/ })).toBeFocused();
  await dock.getByRole('textbox', { name: /path/ }).fill('A 7');
  const answering = page.waitForResponse(/\/api\/consumer\/\d+\/call$/);
  await dock.getByRole('button', { name: 'Call DEV' }).click();
  const request = (await answering).request();
  expect(request.postData()).toContain('A%207');
  expect(JSON.stringify([request.postData(), await request.allHeaders()])).not.toContain('apikey');
  await expect(dock.getByRole('status').filter({ hasText: 'Response' })).toContainText('200');
  await expect(dock.getByRole('region', { name: 'Body' })).toContainText('A%207');
});

test('somebody without a key is told what to do first', async ({ page }) => {
  await signIn(page, 'Sofia Marin', '/wall/all?name=Orders');
  await page
    .getByRole('article', { name: 'Orders API' })
    .getByRole('button', { name: /Details/ })
    .click();
  await page.getByRole('button', { name: 'Try it' }).click();
  await expect(page.getByText('You have no key for this API')).toBeVisible();
});
