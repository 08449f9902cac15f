import { expect, type Page, test } from '@playwright/test';
import { signIn } from './pages/sign-in.ts';
import { portalUrl } from './pages/stack.ts';

/** Somebody says that the shop's checkout is slow: who calls what, where the time goes, and which call it was. */

const report = (page: Page) => page.getByRole('table', { name: 'API Gateway Access Requests' });
const dock = (page: Page) => page.getByRole('complementary', { name: 'Details' });

test('an administrator finds the slow operation, and the one call that somebody asks about', async ({ page }) => {
  await signIn(page, 'Ada Lindqvist');
  await page.goto(`${portalUrl()}/kong/requests`);
  const charts = page.getByRole('region', { name: 'Charts' });

  await test.step('the charts tell the last 7 days, and where the time goes', async () => {
    await charts.getByRole('button', { name: /^Time/ }).click();
    await page.getByRole('menuitemradio', { name: 'last 7 days' }).click();
    await expect(page).toHaveURL(/range=7d/);
    // The sums of the demo's calls are a few seconds late.
    await expect(async () => {
      await page.reload();
      await expect(charts.getByText(/^Half of the answers took at most \d/)).toBeVisible({ timeout: 5_000 });
      await expect(charts.getByText(/calls, .* failed/)).toBeVisible({ timeout: 5_000 });
    }).toPass();
  });

  await test.step('the checkout’s key is one of the API’s busiest: a click shows its calls alone', async () => {
    // The list has few places, and others call their own APIs meanwhile.
    await page.getByRole('button', { name: /^API / }).click();
    await page.getByRole('option', { name: 'Card Payments API' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Apply', exact: true }).click();
    await expect(page).toHaveURL(/apiId=/);
    await charts.getByRole('button', { name: /Show only the calls of Shop checkout/ }).click();
    await expect(page).toHaveURL(/consumerId=\d+/);
    await expect(report(page).getByRole('row')).toHaveCount(21);
    await expect(report(page).getByRole('row').filter({ hasText: 'Payments API' })).toHaveCount(20);
  });

  const id = await test.step('a row tells everything that the gateway told', async () => {
    // An older one: the document's operations are read within a minute after the demo has deployed it.
    await report(page).getByRole('button', { name: 'Payments API' }).nth(10).click();
    await expect(dock(page).getByText('Time of the upstream')).toBeVisible();
    await expect(dock(page).getByText('Shop checkout')).toBeVisible();
    await expect(dock(page).getByText(/^GET$/)).toBeVisible();
    return new URL(page.url()).searchParams.get('dock')?.split(':')[1] ?? '';
  });

  await test.step('the same call is found by the id that its caller has', async () => {
    await page.goto(`${portalUrl()}/kong/requests`);
    await page.getByRole('button', { name: 'Which call was that?' }).click();
    await page.getByRole('textbox', { name: 'Request ID', exact: true }).fill(id);
    await page.keyboard.press('Enter');
    await expect(report(page).getByRole('row')).toHaveCount(2);
    await report(page).getByRole('button', { name: 'Payments API' }).click();
    await expect(dock(page).getByText(id)).toBeVisible();
  });

  await test.step('and all calls of its operation from there', async () => {
    await dock(page).getByRole('link', { name: 'All calls of this operation' }).click();
    await expect(page).toHaveURL(/operation=/);
    await expect(page.getByRole('textbox', { name: 'Operation', exact: true })).toHaveValue(/^\/payments/);
  });

  await test.step('behind each chart is a table, whose times show their calls', async () => {
    await page.goto(`${portalUrl()}/kong/requests?range=7d`);
    await charts.getByRole('button', { name: 'Table: Calls' }).click();
    const numbers = charts.getByRole('table', { name: 'Calls' });
    await numbers.getByRole('row').nth(3).getByRole('button').click();
    await expect(page).toHaveURL(/startDate=/);
  });
});
