import { expect, test } from '@playwright/test';
import { newName } from './pages/demo.ts';
import { signIn } from './pages/sign-in.ts';

test('look after business areas: add one, find it, change it beside a colleague, delete it', async ({
  browser,
  page,
}) => {
  const name = `Harbour ${newName()}`;
  await signIn(page, 'Ada Lindqvist', '/business-areas');
  await page.getByRole('button', { name: 'Add business area' }).click();
  const dock = page.getByRole('complementary', { name: 'Details' });
  await dock.getByRole('button', { name: 'Submit' }).click();
  await expect(dock.getByText('Business Area name is required')).toBeVisible();
  await dock.getByRole('textbox', { name: 'Name' }).fill(name);
  await dock.getByRole('textbox', { name: 'Brief Description' }).fill('Quays and cranes');
  await dock.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Business area saved')).toBeVisible();

  await page.getByRole('searchbox', { name: 'Search by name or description' }).fill(name);
  const card = page.getByRole('article', { name });
  await expect(card.getByText('Quays and cranes')).toBeVisible();
  await expect(page.getByText('1 business area', { exact: true })).toBeVisible();
  await card.getByRole('button', { name: `Edit ${name}` }).click();
  await expect(dock.getByRole('textbox', { name: 'Brief Description' })).toHaveValue('Quays and cranes');

  const colleague = await (await browser.newContext()).newPage();
  await signIn(colleague, 'Ada Lindqvist', '/business-areas');
  await colleague.getByRole('searchbox', { name: 'Search by name or description' }).fill(name);
  await colleague.getByRole('button', { name: `Edit ${name}` }).click();
  const theirs = colleague.getByRole('complementary', { name: 'Details' });
  await theirs.getByRole('textbox', { name: 'Brief Description' }).fill('Quays, cranes and sheds');
  await theirs.getByRole('button', { name: 'Submit' }).click();
  await expect(colleague.getByText('Business area saved')).toBeVisible();

  await dock.getByRole('textbox', { name: 'Name' }).fill(`${name} North`);
  await dock.getByRole('button', { name: 'Submit' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Take over and save' }).click();
  const changed = page.getByRole('article', { name: `${name} North` });
  await expect(changed.getByText('Quays, cranes and sheds')).toBeVisible();

  await changed.getByRole('button', { name: `Edit ${name} North` }).click();
  await expect(dock.getByText('Added', { exact: true })).toBeVisible();
  await dock.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete business area' }).click();
  await expect(page.getByText('Business area deleted')).toBeVisible();
  await expect(changed).toBeHidden();
});
