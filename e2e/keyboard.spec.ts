import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { askForAccount } from './pages/ask-for-account.ts';
import { call, shown } from './pages/call.ts';
import { newName, publish } from './pages/demo.ts';
import { openTwice, pressAt, tabTo } from './pages/keyboard.ts';
import { signIn } from './pages/sign-in.ts';
import { echoUrl, portalUrl } from './pages/stack.ts';

/** Three people for an administrator to decide about: a user, who asks for an account, and who asks for access. */
const prepare = async (page: Page, liam: Page, name: string): Promise<string> => {
  type Option = { id: number; name: string };
  const organizations = await call<readonly Option[]>(page, 'GET', '/api/all-organizations');
  const organizationId = organizations.find((one) => one.name === 'Harbour Freight')?.id;
  const person = { lastname: name, email: `kay-${name}@harbour-freight.example`, organizationId };
  const made = [
    await call<{ position: string }>(page, 'POST', '/api/user/edit-user', { json: { firstname: 'Kay', ...person } }),
  ];
  for (const firstName of ['Ann', 'Ben']) {
    const request = {
      firstName,
      lastName: name,
      email: `${firstName}-${name}@harbour-freight.example`,
      company: 'Harbour Freight',
    };
    made.push({ position: await askForAccount(liam, request) });
  }
  const text = readFileSync(path.join(import.meta.dirname, 'fixtures', 'gift-cards.yaml'), 'utf8');
  const api = `Cards ${name}`;
  const productId = await publish(page, text.replace('title: Gift Cards', `title: ${api}`));
  made.push(await call(liam, 'POST', '/api/request-access', { json: { organizationId, productId, reason: name } }));
  for (const { position } of made) await shown(page, position);
  return api;
};

test('people, requests and access by keyboard alone', async ({ page, browser }) => {
  const name = newName();
  const dock = page.getByRole('complementary', { name: 'Details' });
  const question = page.getByRole('alertdialog');
  const title = page.getByRole('heading', { level: 1 });
  const liam = await (await browser.newContext()).newPage();
  await signIn(page, 'Ada Lindqvist');
  await signIn(liam, 'Liam Chen');
  const api = await prepare(page, liam, name);
  await liam.context().close();

  await test.step('finds a user, changes their roles, disables and deletes them', async () => {
    await page.goto(`${portalUrl()}/users`);
    await tabTo(page, page.getByRole('searchbox', { name: 'Search names and addresses' }));
    await page.keyboard.type(name);
    const person = page.getByRole('button', { name: `Kay ${name}`, exact: true });
    const actions = page.getByRole('button', { name: `Actions for Kay ${name}` });
    const list = async (status: string) => {
      await pressAt(page, page.getByRole('button', { name: /^Status/ }));
      const choices = page.getByRole('menu').getByRole('menuitemradio');
      await expect(choices.first()).toBeFocused();
      const at = (await choices.allTextContents()).indexOf(status);
      for (let next = 1; next <= at; next += 1) {
        await page.keyboard.press('ArrowDown');
        // The menu moves the focus a moment after the key.
        await expect(choices.nth(next)).toBeFocused();
      }
      await page.keyboard.press('Enter');
      await expect(page.getByRole('button', { name: /^Status/ })).toBeFocused();
    };
    await list('Active');

    await pressAt(page, person);
    await expect(dock.getByRole('heading', { level: 2, name: `Kay ${name}` })).toBeFocused();
    await pressAt(page, dock.getByRole('checkbox', { name: 'Auditor' }), 'Space');
    await pressAt(page, dock.getByRole('button', { name: 'Save roles' }));
    await expect(dock.getByRole('listitem').filter({ hasText: 'Ada Lindqvist' })).toContainText('Auditor');
    await expect(dock.getByRole('heading', { level: 2 })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(person).toBeFocused();

    const choose = (item: string) => async () => {
      await page.keyboard.press('Enter');
      await expect(page.getByRole('menu').locator(':focus')).toHaveCount(1);
      await page.keyboard.type(item);
      await expect(page.getByRole('menuitem', { name: item })).toBeFocused();
      await page.keyboard.press('Enter');
    };
    await openTwice(page, actions, question, choose('Disable'));
    await pressAt(page, question.getByRole('button', { name: 'Disable' }));
    // Only active people are listed, so the row has gone.
    await expect(actions).toBeHidden();
    await expect(title).toBeFocused();
    await pressAt(page, page.getByRole('button', { name: 'Clear filters' }));
    await expect(title).toBeFocused();
    await tabTo(page, page.getByRole('searchbox'));
    await page.keyboard.type(name);
    await openTwice(page, actions, question, choose('Delete'));
    await tabTo(page, question.getByRole('textbox'));
    await page.keyboard.type(`kay-${name}@harbour-freight.example`);
    await pressAt(page, question.getByRole('button', { name: 'Delete' }));
    await expect(question).toBeHidden();
    await expect(title).toBeFocused();
    await list('Deleted');
    await openTwice(page, actions, question, choose('Erase personal data'));
    await tabTo(page, question.getByRole('textbox'));
    await page.keyboard.type('confirm');
    await pressAt(page, question.getByRole('button', { name: 'Erase personal data' }));
    await expect(question).toBeHidden();
    await expect(title).toBeFocused();
  });

  await test.step('approves one request for an account and denies another', async () => {
    await page.goto(`${portalUrl()}/pending-requests?search=${name}`);
    const review = page.getByRole('dialog');
    const enter = async () => await page.keyboard.press('Enter');
    const approve = page.getByRole('button', { name: `Approve the request of Ann ${name}` });
    await openTwice(page, approve, review, enter);
    await pressAt(page, review.getByRole('button', { name: 'Approve' }));
    await expect(approve).toBeHidden();
    await expect(title).toBeFocused();
    const deny = page.getByRole('button', { name: `Deny the request of Ben ${name}` });
    await openTwice(page, deny, review, enter);
    await tabTo(page, review.getByRole('textbox', { name: 'Reason' }));
    await page.keyboard.type('We do not know you.');
    await pressAt(page, review.getByRole('button', { name: 'Deny', exact: true }));
    await expect(deny).toBeHidden();
    await expect(title).toBeFocused();
  });

  await test.step('approves a request for access, goes to the grants and revokes it', async () => {
    await page.goto(`${portalUrl()}/api-access-control?search=${name}`);
    const review = page.getByRole('button', { name: `Approve the request of Harbour Freight for ${api}` });
    const dialog = page.getByRole('dialog');
    await openTwice(page, review, dialog, async () => await page.keyboard.press('Enter'));
    await pressAt(page, dialog.getByRole('button', { name: 'Approve' }));
    await expect(review).toBeHidden();
    await expect(title).toBeFocused();
    await pressAt(page, page.getByRole('tab', { name: 'Requests' }), 'ArrowRight');
    await expect(page.getByRole('tab', { name: 'Grants' })).toBeFocused();
    await tabTo(page, page.getByRole('searchbox', { name: 'Search grants' }));
    await page.keyboard.type(name);
    const revoke = page.getByRole('button', { name: `Revoke access of Harbour Freight to ${api}` });
    await openTwice(page, revoke, question, async () => await page.keyboard.press('Enter'));
    await pressAt(page, question.getByRole('button', { name: 'Revoke access' }));
    await expect(revoke).toBeHidden();
    await expect(title).toBeFocused();
  });
});

test('the inbox and the audit by keyboard alone', async ({ page, browser }) => {
  const name = newName();
  const dock = page.getByRole('complementary', { name: 'Details' });
  const title = page.getByRole('heading', { level: 1 });
  const liam = await (await browser.newContext()).newPage();
  await signIn(page, 'Ada Lindqvist');
  await signIn(liam, 'Liam Chen');
  await prepare(page, liam, name);
  await liam.context().close();

  await test.step('approves a request for access with a note, and denies one for an account', async () => {
    await page.goto(`${portalUrl()}/inbox`);
    await tabTo(page, page.getByRole('searchbox'));
    await page.keyboard.type(name);
    const rows = page.getByRole('row').filter({ hasText: name });
    await expect(rows).toHaveCount(3);
    await pressAt(page, rows.getByRole('checkbox'), 'Space');
    // What can be done with the chosen rows stands above them.
    await tabTo(page, page.getByRole('button', { name: 'Approve', exact: true }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await expect(dialog.locator(':focus')).toHaveCount(1);
    await tabTo(page, dialog.getByLabel('Note'));
    await page.keyboard.type('As agreed');
    await pressAt(page, dialog.getByRole('button', { name: 'Approve 1 request' }));
    await expect(rows).toHaveCount(2);
    await expect(dialog).toBeHidden();
    await expect(title).toBeFocused();

    const review = rows.filter({ hasText: `Ben ${name}` }).getByRole('button');
    await openTwice(page, review, dialog, async () => await page.keyboard.press('Enter'));
    await pressAt(page, dialog.getByRole('button', { name: 'Deny this request' }));
    await tabTo(page, dialog.getByRole('textbox', { name: 'Reason' }));
    await page.keyboard.type('We do not know you.');
    await pressAt(page, dialog.getByRole('button', { name: 'Deny', exact: true }));
    await expect(rows).toHaveCount(1);
    await expect(title).toBeFocused();
  });

  await test.step('finds in the audit what was decided, keeps the filter and opens an entry', async () => {
    await page.goto(`${portalUrl()}/audit`);
    await tabTo(page, page.getByRole('searchbox', { name: /^Search by name/ }));
    await page.keyboard.type(name);
    const approved = page.getByRole('row').filter({ hasText: 'Approved' }).filter({ hasText: name });
    await expect(approved).toHaveCount(1);
    await tabTo(page, page.getByRole('button', { name: 'Save this filter' }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('textbox')).toBeFocused();
    await page.keyboard.type(`Moorings ${name}`);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('link', { name: `Moorings ${name}` })).toBeVisible();
    await expect(dialog).toBeHidden();
    const entry = approved.getByRole('button');
    await pressAt(page, entry);
    await expect(dock.getByRole('heading', { level: 2 })).toBeFocused();
    await expect(dock.getByText('access.decide')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(entry).toBeFocused();
  });
});

test('the main job by keyboard alone', async ({ page }) => {
  const name = newName();
  const api = `Keyboard ${name}`;
  const dock = page.getByRole('complementary', { name: 'Details' });
  await signIn(page, 'Mateo Rossi', '/wall');

  await tabTo(page, page.getByRole('link', { name: 'Skip to content' }));
  await page.keyboard.press('Enter');
  await expect(page.locator('#content')).toBeFocused();
  await tabTo(page, page.getByRole('link', { name: 'Publish an API' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Publish an API' })).toBeFocused();

  await tabTo(page, page.getByRole('button', { name: 'File' }));
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('Enter')]);
  await chooser.setFiles(path.join(import.meta.dirname, 'fixtures', 'gift-cards.yaml'));
  // What the check says moves what is below it.
  await page.getByText(/^Valid OpenAPI/).waitFor();
  await tabTo(page, page.getByLabel('Name'));
  await page.keyboard.type(api);
  await tabTo(page, page.getByRole('combobox', { name: 'Application' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('option').and(page.locator(':focus'))).toHaveCount(1);
  await page.keyboard.press('Home');
  await expect(page.getByRole('option', { name: 'Checkout' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Application' })).toContainText('Checkout');
  await expect(page.getByRole('combobox', { name: 'Application' })).toBeFocused();
  await tabTo(page, page.getByRole('button', { name: 'Publish' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'My API Gallery' })).toBeFocused();

  await tabTo(page, page.getByRole('searchbox', { name: 'Search by API name' }));
  await page.keyboard.type(name);
  await expect(page.getByRole('article')).toHaveCount(1);
  const details = page.getByRole('article', { name: api }).getByRole('button', { name: /Details/ });
  await tabTo(page, details);
  await page.keyboard.press('Enter');
  await expect(dock.getByRole('heading', { level: 2 })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(details).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dock.getByRole('heading', { level: 2 })).toBeFocused();
  await tabTo(page, dock.getByRole('link', { name: 'Deploy Now' }));
  await page.keyboard.press('Enter');

  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  const radio = (label: string) => page.getByRole('radio', { name: label, exact: true });
  await tabTo(page, page.getByLabel('Service name'));
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect(radio('DEV')).toBeChecked();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect(radio('API Key')).toBeChecked();
  await tabTo(page, page.getByLabel('Target URL'));
  await page.keyboard.type(echoUrl());
  await tabTo(page, page.getByRole('button', { name: 'Deploy to DEV' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Add an API key' })).toBeFocused();
  await page.keyboard.press('Enter');

  await expect(dock.getByRole('heading', { name: 'Add API Key' })).toBeFocused();
  await tabTo(page, dock.getByLabel('Nickname'));
  await page.keyboard.type('Till');
  await tabTo(page, dock.getByRole('button', { name: 'Add key to DEV' }));
  await page.keyboard.press('Enter');
  const credentials = page.getByRole('dialog', { name: 'Credentials of Till' });
  await expect(credentials).toBeVisible();
  await expect(credentials.locator(':focus')).toHaveCount(1);
  await tabTo(page, credentials.getByRole('button', { name: 'Done' }));
  await page.keyboard.press('Enter');
  await expect(credentials).toBeHidden();
  await expect(dock.locator(':focus')).toHaveCount(1);

  const remove = dock.getByRole('button', { name: 'Delete Till' });
  await tabTo(page, remove);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(remove).toBeFocused();
  expect(new URL(page.url()).origin).toBe(portalUrl());
});
