import { expect, type Page, test } from '@playwright/test';
import { call } from './pages/call.ts';
import { newName } from './pages/demo.ts';
import { signIn } from './pages/sign-in.ts';
import { portalUrl } from './pages/stack.ts';

const partner = 'Harbour Freight';
let liam: Page;
let ada: Page;

test.beforeAll(async ({ browser }) => {
  liam = await (await browser.newContext()).newPage();
  ada = await (await browser.newContext()).newPage();
  await signIn(ada, 'Ada Lindqvist');
  await signIn(liam, 'Liam Chen');
});
test.afterAll(async () => {
  await liam.context().close();
  await ada.context().close();
});

test("take a partner's access to an event category away: it is asked for, given, revoked, and told to both", async () => {
  const name = `Shipments ${newName()}`;
  const areas = await call<{ id: number }[]>(ada, 'GET', '/api/business-areas');
  const { id } = await call<{ id: number }>(ada, 'POST', '/api/event-category', {
    json: { id: 0, name, description: 'What happens to a shipment', type: '', businessArea: areas[0]?.id, events: [] },
  });
  const open = () => liam.goto(`${portalUrl()}/wall/event?dock=event-category:${id}`);
  const card = liam.getByRole('complementary', { name: 'Details' }).getByRole('region', { name: 'Access' });

  await test.step('the partner asks once, with a reason', async () => {
    await open();
    await card.getByRole('button', { name: 'Request Access' }).click();
    const dialog = liam.getByRole('dialog', { name: `Request access to ${name}` });
    await dialog.getByLabel('Reason').fill('Our trucks wait for it.');
    await dialog.getByRole('button', { name: 'Request Access' }).click();
    await expect(liam.getByText('Requested Access to the product.')).toBeVisible();
    await expect(card.getByRole('button', { name: 'Access Requested' })).toBeDisabled();
  });

  await test.step('the administrator sees that it is for an event category, and approves', async () => {
    await ada.goto(`${portalUrl()}/api-access-control?type=event&search=${encodeURIComponent(name)}`);
    const row = ada.getByRole('row').filter({ hasText: name });
    await expect(row).toContainText('Event category');
    await row.getByRole('button', { name: `Approve the request of ${partner} for ${name}` }).click();
    const dialog = ada.getByRole('dialog', { name: 'Request for access' });
    await expect(dialog).toContainText('Our trucks wait for it.');
    await expect(dialog).toContainText('subscribe to its events');
    await dialog.getByRole('button', { name: 'Approve' }).click();
    await expect(ada.getByText('The request has been approved')).toBeVisible();
    await open();
    await expect(card).toContainText(`${partner} has access to this category.`);
    await expect(card.getByRole('button')).toHaveCount(0);
  });

  await test.step('the category is not deleted while the partner has access', async () => {
    await ada.goto(`${portalUrl()}/events/manage?name=${encodeURIComponent(name)}`);
    await ada.getByRole('button', { name: `Delete ${name}` }).click();
    await ada.getByRole('alertdialog').getByRole('button', { name: 'Delete event category' }).click();
    await expect(ada.getByText(/so it can’t be deleted/)).toBeVisible();
  });

  await test.step('the administrator revokes it; the partner is told, and may ask again', async () => {
    await ada.goto(`${portalUrl()}/api-access-control?tab=grants&type=event&search=${encodeURIComponent(name)}`);
    await ada.getByRole('button', { name: `Revoke access of ${partner} to ${name}` }).click();
    const dialog = ada.getByRole('alertdialog');
    await expect(dialog).toContainText(`${partner} no longer gets events of ${name}`);
    await dialog.getByRole('button', { name: 'Revoke access' }).click();
    await expect(ada.getByText('Access has been revoked.')).toBeVisible();
    await open();
    await expect(card).toContainText("Your organization's access was revoked.");
    await expect(card.getByRole('button', { name: 'Request Access' })).toBeEnabled();
    await liam.goto(`${portalUrl()}/notices`);
    const told = liam.getByRole('listitem').filter({ hasText: `access to ${name} was revoked` });
    await expect(told).toContainText('subscriptions that your organization had');
    await told
      .getByRole('button', { name: /was revoked$/ })
      .first()
      .click();
    await expect(liam).toHaveURL(new RegExp(`dock=event-category(:|%3A)${id}`));
    await ada.goto(`${portalUrl()}/wall/event?dock=event-category:${id}`);
    const history = ada.getByRole('complementary', { name: 'Details' });
    for (const entry of [`Access requested · ${partner}`, `Access given · ${partner}`, `Access revoked · ${partner}`])
      await expect(history.getByText(entry, { exact: false }).first()).toBeVisible();
  });
});
