import { expect, type Page, test } from '@playwright/test';
import { signIn } from './pages/sign-in.ts';
import { portalUrl } from './stack.ts';

const cards = (page: Page) => page.getByRole('article');
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search by API name' });

test('somebody from outside finds an API in the gallery of all, and what it is', async ({ page }) => {
  await signIn(page, 'Liam Chen');
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
  expect(doc.suggestedFilename()).toBe('Orders API.html');
  await card.getByRole('button', { name: 'Spec' }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['YAML', 'JSON']);
  await page.keyboard.press('Escape');
  await card.getByRole('button', { name: 'Details' }).click();
  await expect(page.getByRole('complementary', { name: 'Details' }).getByRole('heading', { level: 2 })).toHaveText(
    'Orders API',
  );
});

test('the menu to the events is there for those who may see it, and says what it does not lead to', async ({
  page,
}) => {
  await signIn(page, 'Liam Chen');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('button', { name: 'More galleries' })).toHaveCount(0);
  await page.context().clearCookies();
  await signIn(page, 'Grace Okafor');
  await page.getByRole('button', { name: 'More galleries' }).click();
  const item = page.getByRole('menuitem', { name: /Event Message Gallery/ });
  await expect(item).toHaveAttribute('aria-disabled', 'true');
  await expect(item).toContainText('not part of this version yet');
});
