import { expect, test } from '@playwright/test';
import { signIn } from './pages/sign-in.ts';
import { portalUrl } from './pages/stack.ts';

test('find out why somebody can’t: support for a person, and the person for themselves', async ({
  browser,
  page: kenji,
}) => {
  await signIn(kenji, 'Kenji Sato', '/desk');
  await kenji.getByRole('link', { name: "Why can't somebody?" }).click();
  await expect(kenji.getByText("Who can't do what?")).toBeVisible();
  await kenji.getByRole('combobox', { name: 'Person' }).click();
  await kenji.getByPlaceholder('Search').fill('liam');
  await kenji.getByRole('option', { name: 'Liam Chen' }).click();
  await kenji.getByRole('combobox', { name: 'Wants to' }).click();
  await kenji.getByPlaceholder('Search').fill('deploy an api');
  await kenji.getByRole('option', { name: 'Deploy an API, or change a deployment' }).click();
  await kenji.getByRole('combobox', { name: 'API' }).click();
  await kenji.getByPlaceholder('Search').fill('orders');
  await kenji
    .getByRole('option', { name: /^Orders/ })
    .first()
    .click();
  await kenji.getByRole('combobox', { name: 'Environment' }).click();
  await kenji.getByRole('option', { name: 'PROD' }).click();

  const deploy = kenji.getByRole('region', { name: 'Deploy an API, or change a deployment' });
  await expect(deploy).toContainText('Not allowed');
  await expect(deploy.getByRole('list', { name: 'Rules' })).toContainText('Maintains the application');
  // Who could change it is named to support, with an address.
  await expect(deploy.getByRole('link', { name: /@portico\.example/ }).first()).toHaveAttribute('href', /^mailto:/);
  const environment = kenji.getByRole('region', { name: 'Choose the environment of a new deployment' });
  await expect(environment).toContainText('Is a company administrator');
  await expect(environment.getByText('Harbour Freight')).toBeVisible();

  // Liam himself reads why from the page that was refused, in words, without the names of another organization.
  const liam = await (await browser.newContext()).newPage();
  const nothing = '00000000-0000-4000-8000-000000000000';
  await signIn(liam, 'Liam Chen', '/wall/all');
  await liam.goto(`${portalUrl()}/wall/all?dock=operation:${nothing}`);
  await liam.getByRole('button', { name: "Why can't I?" }).click();
  const why = liam.getByRole('dialog', { name: "Why you can't do this" });
  await expect(why.getByRole('heading', { name: 'Who could change it' })).toBeVisible();
  await expect(why).not.toContainText('@portico.example');
  await why.getByRole('link', { name: 'Ask support' }).click();
  await expect(liam.getByRole('textbox', { name: /^Title/ })).toHaveValue(/^I can't: /);
});
