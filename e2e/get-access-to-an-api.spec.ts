import { expect, type Page, test } from '@playwright/test';
import { call } from './pages/call.ts';
import { apiIdOf, deployToTest, newName } from './pages/demo.ts';
import { signIn } from './pages/sign-in.ts';
import { paste, portalUrl } from './pages/stack.ts';

/** A partner's road to an API of another company: ask, be denied, ask again, get a key, lose it. */

const name = newName();
const api = 'Delivery Slots API';
const partner = 'Harbour Freight';
let apiId: number;
let path: string;
let liam: Page;
let ada: Page;
let keyLine: string;

const keysCard = () => liam.getByRole('complementary', { name: 'Details' }).getByRole('region', { name: 'API Keys' });
/** What is known is kept for a minute; a reload asks again. */
const openDetails = () => liam.goto(`${portalUrl()}/wall/all?dock=api:${apiId}`);
const requestAccess = async (reason: string, click: 'click' | 'dblclick' = 'click') => {
  await keysCard().getByRole('button', { name: 'Request Access' }).click();
  const dialog = liam.getByRole('dialog', { name: `Request access to ${api}` });
  await dialog.getByLabel('Reason').fill(reason);
  await dialog.getByRole('button', { name: 'Request Access' })[click]();
  await expect(liam.getByText('API Access Requested!')).toBeVisible();
  await expect(keysCard().getByRole('button', { name: 'Access Requested' })).toBeDisabled();
};
const review = async (reason: string) => {
  await ada.goto(`${portalUrl()}/api-access-control?search=${encodeURIComponent(reason)}`);
  await ada.getByRole('button', { name: `Approve the request of ${partner} for ${api}` }).click();
  const dialog = ada.getByRole('dialog', { name: 'Request for access' });
  await expect(dialog).toContainText(reason);
  return dialog;
};

test.beforeAll(async ({ browser }) => {
  liam = await (await browser.newContext()).newPage();
  ada = await (await browser.newContext()).newPage();
  await signIn(ada, 'Ada Lindqvist');
  await signIn(liam, 'Liam Chen');
  // Whatever he was told before: what this is about is the next notice.
  await call(liam, 'POST', '/api/notices/read', { json: {} });
  apiId = await apiIdOf(ada, api);
  path = (await deployToTest(ada, apiId)).path;
});
test.afterAll(async () => {
  await liam.context().close();
  await ada.context().close();
});

test('a partner requests access, is denied, requests again, calls the API, and loses access', async () => {
  await test.step('requests access once, with several clicks', async () => {
    await openDetails();
    await expect(keysCard().getByRole('button', { name: 'Add API Key' })).toHaveCount(0);
    await requestAccess(`To show ${name} to customers`, 'dblclick');
    await expect(keysCard()).toContainText('Requested by Liam Chen');
    const found = await call<{ total: number }>(ada, 'GET', `/api/request-access/all?status=NEW&search=${name}`);
    expect(found.total).toBe(1);
  });

  await test.step('is denied from the inbox of whoever decides, and reads why', async () => {
    const reason = `To show ${name} to customers`;
    await ada.goto(`${portalUrl()}/inbox?search=${encodeURIComponent(reason)}`);
    const waiting = ada.getByRole('button', { name: `Decide: Access to an API, ${api}` });
    await waiting.click();
    const dialog = ada.getByRole('dialog', { name: 'Request for access' });
    await expect(dialog).toContainText(reason);
    await dialog.getByLabel('Note').fill('Which customers?');
    await dialog.getByRole('button', { name: 'Deny' }).click();
    await expect(ada.getByText('The request has been denied')).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(waiting).toHaveCount(0);
    await openDetails();
    await expect(keysCard()).toContainText('The request was denied');
    await expect(keysCard()).toContainText('Which customers?');
  });

  await test.step('gets a notice at the bell, reads it, and finds it among their requests', async () => {
    const bell = (label: RegExp | string) => liam.getByRole('banner').getByRole('link', { name: label });
    await bell(/^Notices, \d+ unread$/).click();
    const told = liam
      .getByRole('listitem')
      .filter({ hasText: `Access to ${api} was denied` })
      .first();
    await expect(told).toContainText('Which customers?');
    await told.getByRole('button', { name: 'Mark as read' }).focus();
    await liam.keyboard.press('Enter');
    await expect(told.getByRole('button', { name: 'Mark as read' })).toHaveCount(0);
    await expect(told).toBeFocused();
    await expect(liam.getByRole('button', { name: 'Mark all as read' })).toBeDisabled();
    await expect(bell('Notices')).toBeVisible();
    await liam.goto(`${portalUrl()}/my-requests`);
    await expect(liam.getByRole('row').filter({ hasText: api }).filter({ hasText: 'Denied' })).toContainText(
      'Which customers?',
    );
    await openDetails();
  });

  await test.step('requests again, and is approved for a week', async () => {
    await requestAccess(`Parcel recipients of ${name}`);
    await expect(ada.getByRole('link', { name: /API Access Control.*requests? (is|are) waiting/ })).toBeVisible();
    const dialog = await review(`Parcel recipients of ${name}`);
    const lastDay = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
    await dialog.getByLabel('Last day').fill(lastDay);
    await dialog.getByRole('button', { name: 'Approve' }).click();
    await expect(ada.getByText('The request has been approved')).toBeVisible();
  });

  await test.step('may keep it without an end', async () => {
    await ada.goto(`${portalUrl()}/api-access-control?tab=grants&search=delivery`);
    const grant = ada.getByRole('row').filter({ hasText: partner }).filter({ hasText: api });
    await expect(grant).toContainText('Ends soon');
    await ada.getByRole('button', { name: `Change the last day of the access of ${partner} to ${api}` }).click();
    const dialog = ada.getByRole('dialog', { name: 'Change the last day' });
    await dialog.getByLabel('Last day').fill('');
    await dialog.getByRole('button', { name: 'Change end' }).click();
    await expect(ada.getByText('The last day has been changed.')).toBeVisible();
    await expect(grant).toContainText('No end');
  });

  await test.step('adds a key of their own, and calls', async () => {
    await openDetails();
    await keysCard().getByRole('button', { name: 'Add API Key' }).click();
    const dock = liam.getByRole('complementary', { name: 'Details' });
    await expect(dock.getByRole('combobox', { name: 'Organization' })).toContainText(partner);
    const deployment = dock.getByRole('combobox', { name: 'Deployment' });
    if (!(await deployment.textContent())?.includes(path)) {
      await deployment.click();
      await liam.getByRole('option', { name: path }).click();
    }
    await dock.getByLabel('Nickname').fill(`Slots ${name}`);
    await dock.getByRole('button', { name: 'Add key to TEST' }).click();
    const dialog = liam.getByRole('dialog', { name: `Credentials of Slots ${name}` });
    keyLine = (await dialog.getByRole('region', { name: 'With an API key' }).getByRole('code').textContent()) ?? '';
    expect(paste(keyLine).status).toBe(200);
  });

  await test.step('loses it when access is revoked: the key stops working', async () => {
    await ada.goto(`${portalUrl()}/api-access-control?tab=grants&search=delivery`);
    await ada.getByRole('button', { name: `Revoke access of ${partner} to ${api}` }).click();
    const dialog = ada.getByRole('alertdialog');
    await dialog.getByRole('textbox').fill('confirm');
    await dialog.getByRole('button', { name: 'Revoke access' }).click();
    await expect(ada.getByText('Access has been revoked.')).toBeVisible();
    await expect.poll(() => paste(keyLine).status).toBe(401);
    await openDetails();
    await expect(keysCard().getByRole('button', { name: 'Request Access' })).toBeVisible();
    await expect(keysCard()).toContainText("Your organization's access was revoked.");
  });
});
