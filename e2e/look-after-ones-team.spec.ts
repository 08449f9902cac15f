import { expect, type Page, test } from '@playwright/test';
import { newName } from './pages/demo.ts';
import { linkIn, mailTo } from './pages/mailbox.ts';
import { dismissGreetings, enter, signIn } from './pages/sign-in.ts';
import { portalUrl } from './pages/stack.ts';

/** A company's administrator invites a colleague, who joins, helps to administer, is disabled and enabled again. */

const name = newName();
const lastname = `Of ${name}`;
const fullName = `Olga ${lastname}`;
const address = `olga-${name}@harbour-freight.example`;

let grace: Page;
let olga: Page;
let ada: Page;
test.beforeAll(async ({ browser }) => {
  const open = async () => await (await browser.newContext()).newPage();
  [grace, olga, ada] = await Promise.all([open(), open(), open()]);
  await signIn(grace, 'Grace Okafor', '/my/team');
  await signIn(ada, 'Ada Lindqvist');
});
test.afterAll(async () => {
  for (const page of [grace, olga, ada]) await page.context().close();
});

const detailsOf = (page: Page) => page.getByRole('complementary', { name: 'Details' });
const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
/** Chooses what to do with somebody in their row, and confirms it. */
const ask = async (page: Page, person: string, item: string) => {
  await page.getByRole('button', { name: `Actions for ${person}` }).click();
  await page.getByRole('menuitem', { name: item }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: item }).click();
};
/** Checks or clears Company admin of somebody in the team. */
const edit = async (page: Page, person: string, companyAdmin: boolean) => {
  await page.getByRole('button', { name: `Actions for ${person}` }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await detailsOf(page).getByRole('checkbox', { name: 'Company admin' }).setChecked(companyAdmin);
  await detailsOf(page).getByRole('button', { name: 'Submit' }).click();
};

test('look after one’s team', async () => {
  await test.step('invite a colleague; a missing value is reported at its field', async () => {
    await expect(grace.getByRole('heading', { level: 1 })).toHaveText('My Team - Harbour Freight');
    await expect(grace.getByRole('link', { name: /^Request Queue/ })).toBeVisible();
    await grace.getByRole('button', { name: 'Invite team member' }).click();
    const dock = detailsOf(grace);
    await dock.getByRole('button', { name: 'Send invitation' }).click();
    await expect(dock.getByText('First name is required')).toBeVisible();
    await dock.getByRole('textbox', { name: 'First name' }).fill('Olga');
    await dock.getByRole('textbox', { name: 'Last name' }).fill(lastname);
    await dock.getByRole('textbox', { name: /^E-mail/ }).fill(address);
    await dock.getByRole('button', { name: 'Send invitation' }).click();
    await expect(grace.getByText('User invited successfully!')).toBeVisible();
    await grace.getByRole('searchbox').fill(name);
    await expect(rowOf(grace, address)).toContainText('Invited');
  });

  await test.step('the colleague has a mail, signs in and is a member', async () => {
    const text = await mailTo(address, 'You are invited to the developer portal');
    expect(text).toContain('Harbour Freight');
    await olga.goto(linkIn(text));
    expect(new URL(olga.url()).origin).toBe(portalUrl());
    await enter(olga, fullName, '/user-profile');
    await dismissGreetings(olga);
    await olga.reload();
    await expect(olga.getByRole('main').getByText('Harbour Freight')).toBeVisible();
    await expect(olga.getByRole('main').getByText('Company user')).toBeVisible();
  });

  await test.step('is made company admin, and may look after the team at once', async () => {
    await grace.reload();
    await edit(grace, fullName, true);
    await expect(rowOf(grace, address)).toContainText('Company admin');
    await olga.goto(`${portalUrl()}/my/team?name=${name}`);
    await expect(rowOf(olga, address)).toContainText('Company admin');
  });

  await test.step('a disabled colleague is signed out of the form that they fill in', async () => {
    await olga.goto(`${portalUrl()}/edit-profile`);
    await olga.getByRole('textbox', { name: 'Phone' }).fill('+49(40)-555-0123');
    await ask(grace, fullName, 'Disable');
    await expect(rowOf(grace, address)).toContainText('Disabled');
    await expect(olga.getByText(/^This user has been disabled\./)).toBeVisible({ timeout: 6_000 });
    await expect(olga.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible();
    await expect(olga.getByRole('textbox', { name: 'Phone' })).toHaveCount(0);
    await olga.goto(`${portalUrl()}/auth/login?returnTo=/wall`);
    await expect(olga.getByText(/^This user has been disabled\./)).toBeVisible();
  });

  await test.step('the last company administrator can’t be lost', async () => {
    await grace.getByRole('searchbox').fill('Grace');
    await ask(grace, 'Grace Okafor', 'Disable');
    await expect(grace.getByText(/^You can't disable or delete your own account/)).toBeVisible();
    await edit(grace, 'Grace Okafor', false);
    await expect(grace.getByText(/^This is the last active company administrator of your team/)).toBeVisible();
    await detailsOf(grace).getByRole('button', { name: 'Back' }).click();
    await expect(detailsOf(grace)).toBeHidden();
  });

  await test.step('enabled, the colleague signs in again', async () => {
    await grace.getByRole('searchbox').fill(name);
    // What is asked about somebody goes with their row, so the list must be the new one.
    await expect(rowOf(grace, 'Grace Okafor')).toBeHidden();
    await ask(grace, fullName, 'Enable');
    await expect(rowOf(grace, address)).toContainText('Active');
    await olga.goto(`${portalUrl()}/auth/login?returnTo=/user-profile`);
    await olga.waitForURL(`${portalUrl()}/user-profile`);
  });

  await test.step('a portal administrator opens the form of the colleague, and writes', async () => {
    await ada.goto(`${portalUrl()}/users?name=${name}`);
    await ada.getByRole('button', { name: `Actions for ${fullName}` }).click();
    await ada.getByRole('menuitem', { name: 'Edit' }).click();
    await ada.getByRole('textbox', { name: 'First name' }).fill('Olha');
  });

  await test.step('company admin is taken away, and the screen of the team closes at the next click', async () => {
    await edit(grace, fullName, false);
    await expect(rowOf(grace, address)).toContainText('Company user');
    await olga.goto(`${portalUrl()}/my/team`);
    await expect(olga.getByRole('heading', { level: 1 })).not.toHaveText(/^My Team/);
    await expect(olga.getByRole('button', { name: 'Invite team member' })).toBeHidden();
  });

  await test.step("the portal administrator's older form would undo that: they are warned, and keep their input", async () => {
    await ada.getByRole('button', { name: 'Submit' }).click();
    const dialog = ada.getByRole('dialog', { name: 'This was changed meanwhile' });
    await expect(dialog).toContainText('Grace Okafor');
    await dialog.getByRole('button', { name: 'Keep editing' }).click();
    await expect(ada.getByRole('textbox', { name: 'First name' })).toHaveValue('Olha');
  });

  await test.step('a portal administrator changes a role and finds it in both histories', async () => {
    await ada.goto(`${portalUrl()}/users?name=${name}`);
    await ada.getByRole('button', { name: fullName, exact: true }).click();
    const dock = detailsOf(ada);
    await dock.getByRole('checkbox', { name: 'Auditor' }).check();
    await dock.getByRole('button', { name: 'Save roles' }).click();
    await expect(dock.getByRole('listitem').filter({ hasText: 'Ada Lindqvist' })).toContainText('Auditor');
    await ada.goto(`${portalUrl()}/role-change-list?search=${name}`);
    await expect(rowOf(ada, address).filter({ hasText: 'Ada' })).toContainText('Auditor');
    await expect(rowOf(ada, address).filter({ hasText: 'Grace' })).toHaveCount(2);
  });
});
