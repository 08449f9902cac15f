import { expect, type Page, test } from '@playwright/test';
import { signIn } from './pages/sign-in.ts';
import { portalUrl } from './pages/stack.ts';

const cards = (page: Page) => page.getByRole('article');
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search by API name' });

test('a partner finds an API in the gallery of all, and reads its details', async ({ page }) => {
  await signIn(page, 'Liam Chen', '/wall');
  await page.getByRole('link', { name: "Explore All API's" }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'API Gallery' })).toBeVisible();
  await expect(cards(page)).toHaveCount(9);
  // Nine in three rows of three, without scrolling.
  const last = await cards(page).last().boundingBox();
  expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(900);
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page).toHaveURL(/page=1/);

  await search(page).fill('ordres');
  await expect(cards(page).filter({ hasText: 'Orders API' })).toBeVisible();
  await expect(page).not.toHaveURL(/page=/);
  await search(page).fill('no-api-is-called-like-this');
  await expect(cards(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(search(page)).toHaveValue('');
  await expect(cards(page)).toHaveCount(9);

  const area = page
    .getByRole('button', { name: /Business Area/ })
    .or(page.getByRole('combobox', { name: /Business Area/ }));
  await area.click();
  await page.getByRole('option').or(page.getByRole('menuitemradio')).nth(1).click();
  await expect(page).toHaveURL(/businessAreaId=/);
  await page.goto(`${portalUrl()}/wall/all?name=Orders+API`);
  const card = page.getByRole('article', { name: 'Orders API' });
  await expect(card.getByRole('link', { name: 'Repo' })).toHaveAttribute('href', /^https:/);
  const [doc] = await Promise.all([page.waitForEvent('download'), card.getByRole('button', { name: 'Doc' }).click()]);
  expect(doc.suggestedFilename()).toMatch(/^Orders API \d[\d.]*\.html$/);
  await card.getByRole('button', { name: 'Spec' }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['YAML', 'JSON']);
  const [spec] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'YAML' }).click(),
  ]);
  expect(spec.suggestedFilename()).toBe(doc.suggestedFilename().replace(/html$/, 'yaml'));
  await card.getByRole('button', { name: 'Details' }).click();
  await expect(page.getByRole('complementary', { name: 'Details' }).getByRole('heading', { level: 2 })).toHaveText(
    'Orders API',
  );
});

test('what is typed while the gallery is still loading stays', async ({ page }) => {
  await page.route(/\/assets\/errors-.*\.js/, async (route) => {
    await page.getByRole('article').first().waitFor();
    await route.continue();
  });
  await page.addInitScript(() => {
    const watched = window as unknown as { hidden?: boolean };
    new MutationObserver(() => {
      watched.hidden ||= document.querySelector<HTMLElement>('#content > .page-enter')?.style.display === 'none';
    }).observe(document, { subtree: true, childList: true, attributeFilter: ['style'] });
  });
  await signIn(page, 'Liam Chen', '/wall/all');
  await search(page).fill('create order');
  await expect(page).toHaveURL(/name=create\+order/);
  await expect(search(page)).toHaveValue('create order');
  expect(await page.evaluate(() => (window as unknown as { hidden?: boolean }).hidden)).toBe(false);
});

test('a partner finds an operation, and reads its documentation', async ({ page }) => {
  await signIn(page, 'Liam Chen', '/wall/all');
  await search(page).fill('create order');
  const card = page.getByRole('article', { name: 'Orders API' });
  await card.getByRole('list', { name: 'Operations found' }).getByRole('link', { name: 'POST /orders' }).click();
  const documentation = page.frameLocator('iframe').locator('#documentation');
  await expect(documentation).toContainText('Create a order');
  await expect(documentation).not.toContainText('Delete a order');
  await page.goto(`${portalUrl()}/wall/all?view=list&name=%2Forders%2F%7Bid%7D`);
  await expect(
    page.getByRole('row', { name: /Orders API/ }).getByRole('link', { name: 'GET /orders/{id}' }),
  ).toBeVisible();
});

test('a gallery is sorted, filtered, paged and shown as a list, all kept in its address', async ({ page }) => {
  await signIn(page, 'Liam Chen', '/wall/all');
  await expect(cards(page)).toHaveCount(9);
  const names = () => page.getByRole('article').getByRole('heading', { level: 2 }).allTextContents();
  const first = await names();
  await page.getByRole('button', { name: 'Page 2', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Page 2', exact: true })).toHaveAttribute('aria-current', 'page');
  await expect.poll(names).not.toEqual(first);
  await page.goBack();
  await expect.poll(names).toEqual(first);

  await page.getByRole('button', { name: /^Sort/ }).click();
  await page.getByRole('menuitemradio', { name: 'Name, Z to A' }).click();
  await expect(page).toHaveURL(/order=desc/);
  await expect.poll(names).not.toEqual(first);
  await page.getByRole('button', { name: 'List', exact: true }).click();
  const rows = page.getByRole('table').getByRole('row');
  await expect(rows.nth(10)).toBeVisible();
  await page.getByRole('button', { name: /^Environment/ }).click();
  await page.getByRole('menuitemradio', { name: 'DEV' }).click();
  await expect(page).toHaveURL(/view=list.*env=DEV|env=DEV.*view=list/);
  const shared = page.url();
  const isFiltered = async () => (await rows.allTextContents()).slice(1).every((row) => row.includes('DEV'));
  // The rows of before are shown until the filtered ones have come.
  await expect.poll(isFiltered).toBe(true);
  const found = await rows.allTextContents();

  const second = await page.context().newPage();
  await second.goto(shared);
  await expect.poll(() => second.getByRole('table').getByRole('row').count()).toBe(found.length);
  await page.goBack();
  await expect(page).not.toHaveURL(/env=/);
  await rows.nth(1).getByRole('button').first().click();
  await expect(page.getByRole('complementary', { name: 'Details' }).getByRole('heading', { level: 2 })).toBeVisible();
});

test('the menu of events is shown to those who may see it, and leads to the event gallery', async ({ page }) => {
  await signIn(page, 'Liam Chen', '/wall');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('button', { name: 'More galleries' })).toHaveCount(0);
  await page.context().clearCookies();
  await signIn(page, 'Grace Okafor', '/wall');
  await page.getByRole('button', { name: 'More galleries' }).click();
  await page.getByRole('menuitem', { name: 'Event Message Gallery' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Event Message Gallery' })).toBeVisible();
});
