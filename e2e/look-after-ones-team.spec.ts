import { expect, test } from '@playwright/test';
import { signIn } from './pages/sign-in.ts';
import { portalUrl } from './pages/stack.ts';

test('look after one’s team: invite somebody, correct them, and withdraw the invitation', async ({ page }) => {
  const lastname = `Berg${'abcdefghij'.charAt(Date.now() % 10)}`;
  const address = `olga-${Date.now()}@harbour-freight.example`;
  await signIn(page, 'Grace Okafor', '/my/team');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Team - Harbour Freight');
  await page.getByRole('button', { name: 'Invite team member' }).click();
  const form = page.getByRole('region', { name: 'Invite team member' });
  await form.getByRole('button', { name: 'Send invitation' }).click();
  await expect(form.getByText('First name is required')).toBeVisible();
  await form.getByLabel('First name').fill('Olga');
  await form.getByLabel('Last name').fill(lastname);
  await form.getByLabel(/^E-mail/).fill(address);
  await form.getByRole('checkbox', { name: 'Company admin' }).check();
  await form.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByText('User invited successfully!')).toBeVisible();

  await page.getByRole('searchbox').fill(address);
  const row = page.getByRole('row').filter({ hasText: address });
  await expect(row).toContainText('Invited');
  await expect(row).toContainText('Company admin');
  await row.getByRole('button', { name: /^Actions for Olga/ }).click();
  await page.getByRole('menuitem', { name: 'Withdraw invitation' }).click();
  await page.getByRole('button', { name: 'Withdraw invitation' }).click();
  await expect(row).toHaveCount(0);

  // Nobody disables themselves.
  await page.getByRole('searchbox').fill('Grace');
  await page.getByRole('button', { name: /^Actions for Grace/ }).click();
  await page.getByRole('menuitem', { name: 'Disable' }).click();
  await page.getByRole('button', { name: 'Disable' }).click();
  await expect(page.getByText(/^You can't disable or delete your own account/)).toBeVisible();
});

test('offboard a person: roles, disabled, deleted, erased', async ({ page }) => {
  const address = `ove-${Date.now()}@harbour-freight.example`;
  await signIn(page, 'Ada Lindqvist', '/users');
  await page.getByRole('link', { name: 'Add user' }).click();
  await page.getByRole('combobox', { name: 'Organization' }).click();
  await page.getByRole('option', { name: 'Harbour Freight' }).click();
  await page.getByLabel('First name').fill('Ove');
  await page.getByLabel('Last name').fill('Dahl');
  await page.getByLabel(/^E-mail/).fill(address);
  await page.getByRole('checkbox', { name: 'Portal admin' }).check();
  await page.getByRole('checkbox', { name: 'Company admin' }).check();
  await expect(page.getByRole('checkbox', { name: 'Portal admin' })).toBeDisabled();
  await expect(page.getByRole('checkbox', { name: 'Portal admin' })).not.toBeChecked();
  await page.getByRole('button', { name: 'Add user' }).click();
  await page.waitForURL(`${portalUrl()}/users`);

  await page.getByRole('searchbox').fill(address);
  await page.getByRole('button', { name: 'Ove Dahl', exact: true }).click();
  const dock = page.getByRole('region', { name: 'Ove Dahl' });
  await dock.getByRole('checkbox', { name: 'Company admin' }).uncheck();
  await dock.getByRole('checkbox', { name: 'Auditor' }).check();
  await dock.getByRole('button', { name: 'Save roles' }).click();
  await expect(dock.getByRole('listitem').filter({ hasText: 'Ada Lindqvist' })).toContainText('Auditor');

  const act = async (item: string) => {
    await dock.getByRole('button', { name: /^Actions for/ }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await act('Delete');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(dock.getByText('Deleted', { exact: true })).toBeVisible();
  await act('Erase personal data');
  await page.getByRole('alertdialog').getByRole('textbox').fill('confirm');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Erase personal data' }).click();
  await expect(
    page.getByRole('region', { name: '[erased] [erased]' }).getByText('Erased', { exact: true }),
  ).toBeVisible();

  await page.goto(`${portalUrl()}/role-change-list`);
  await expect(page.getByRole('row').filter({ hasText: 'Ada' }).filter({ hasText: '[erased]' }).first()).toBeVisible();
});
