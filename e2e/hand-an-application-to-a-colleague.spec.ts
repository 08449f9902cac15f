import { expect, test } from '@playwright/test';
import { newName } from './pages/demo.ts';
import { signIn } from './pages/sign-in.ts';
import { portalUrl } from './pages/stack.ts';

test('hand an application to a colleague: onboard it, name the colleague, who then publishes for it', async ({
  browser,
  page,
}) => {
  const name = `Returns Desk ${newName()}`;
  await signIn(page, 'Mateo Rossi', '/my/applications');
  await page.getByRole('link', { name: 'Onboard My App' }).click();
  await page.getByRole('button', { name: 'Save application' }).click();
  await expect(page.getByText('Application name is required')).toBeVisible();
  await page.getByRole('textbox', { name: 'Application name' }).fill(name);
  await page.getByRole('textbox', { name: 'Description' }).fill('Where parcels come back');
  await page.getByRole('radio', { name: 'Internal' }).click();
  const owners = page.getByRole('textbox', { name: 'Owners' });
  await expect(owners).toHaveValue('mateo.rossi@portico.example');
  await owners.fill('mateo.rossi@portico.example\nnobody');
  await page.getByRole('button', { name: 'Save application' }).click();
  await expect(page.getByText('Line 2 is not an e-mail address')).toBeVisible();
  await owners.fill('mateo.rossi@portico.example');
  await page.getByRole('button', { name: 'Save application' }).click();

  const wizard = page.getByRole('dialog', { name: `Add an API to ${name}` });
  await wizard.getByRole('link', { name: 'Go to applications' }).click();
  await page.getByRole('searchbox', { name: 'Search by name' }).fill(name);
  await page.getByRole('article', { name }).getByRole('button', { name }).click();
  const dock = page.getByRole('complementary', { name: 'Details' });
  await expect(dock.getByRole('link', { name: 'Add API' })).toBeVisible();
  await dock.getByRole('link', { name: 'Edit' }).click();
  await page.getByRole('textbox', { name: 'Owners' }).fill('ingrid.berg@corp.portico.example\nole.new@portico.example');
  await page.getByRole('button', { name: 'Save application' }).click();
  await expect(dock.getByText('ingrid.berg@corp.portico.example').first()).toBeVisible();
  await expect(dock.getByText('No account yet')).toBeVisible();
  await expect(dock.getByText('Owner removed: mateo.rossi@portico.example')).toBeVisible();
  await expect(dock.getByRole('link', { name: 'Add API' })).toBeHidden();

  const colleague = await (await browser.newContext()).newPage();
  await signIn(colleague, 'Ingrid Berg', '/my/applications');
  await colleague.getByRole('searchbox', { name: 'Search by name' }).fill(name);
  const card = colleague.getByRole('article', { name });
  await expect(card.getByText('You own it')).toBeVisible();
  await card.getByRole('button', { name }).click();
  const theirs = colleague.getByRole('complementary', { name: 'Details' });
  await theirs.getByRole('link', { name: 'Add API' }).click();
  await colleague.getByRole('link', { name: 'Upload a description' }).click();
  await expect(colleague.getByRole('combobox', { name: 'Application' })).toHaveText(name);

  await colleague.goto(`${portalUrl()}/my/applications?name=${encodeURIComponent(name)}`);
  await card.getByRole('button', { name }).click();
  await theirs.getByRole('button', { name: 'Delete application' }).click();
  const dialog = colleague.getByRole('alertdialog');
  await dialog.getByRole('textbox').fill(name);
  await dialog.getByRole('button', { name: 'Delete application' }).click();
  await expect(colleague.getByText('Application Deleted!')).toBeVisible();
  await expect(card).toBeHidden();
});
