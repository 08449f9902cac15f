import { expect, type Locator, type Page } from '@playwright/test';
import { newName, publish } from './demo.ts';
import { signIn } from './sign-in.ts';
import { echoUrl, gatewayAdmin, paste, portalUrl, proxyUrl } from './stack.ts';

export const dock = (page: Page): Locator => page.getByRole('complementary', { name: 'Details' });

/** Types into a field in place of what it holds. In Firefox, React does not see what Playwright's `fill` does. */
const typeInto = async (field: Locator, text: string): Promise<void> => {
  await field.press('ControlOrMeta+a');
  await field.pressSequentially(text);
};

/** Asks in the open form for a deployment to DEV, in front of the echo service. */
export const deployToDev = async (page: Page, auth: 'API Key' | 'API Key & Oauth2'): Promise<void> => {
  await page.getByRole('radio', { name: 'DEV' }).check();
  await page.getByRole('radio', { name: auth, exact: true }).check();
  await typeInto(page.getByLabel('Target URL'), echoUrl());
  await page.getByRole('button', { name: 'Deploy to DEV' }).click();
};

/** Opens the details of an API from the gallery. */
export const openDetails = async (page: Page, name: string) => {
  await page.goto(`${portalUrl()}/wall?name=${encodeURIComponent(name)}`);
  await page
    .getByRole('article', { name })
    .getByRole('button', { name: /Details/ })
    .click();
};

/** Signs Mateo Rossi in and publishes an API of his, whose details are open then. */
export const ownApi = async (page: Page) => {
  const name = `Vouchers ${newName()}`;
  await signIn(page, 'Mateo Rossi');
  await publish(page, `openapi: 3.1.0\ninfo: { title: ${name}, version: 1.0.0 }\npaths: { /cards: { get: {} } }\n`);
  await openDetails(page, name);
  return { name, slug: name.toLowerCase().replace(' ', '-') };
};

/** Asks for a deployment to DEV that takes keys only. */
export const requestDeployment = async (page: Page) => {
  await dock(page).getByRole('link', { name: 'Deploy Now' }).click();
  await deployToDev(page, 'API Key');
};

/** Returns with which status an API in DEV answers a call without a key. */
export const statusWithoutKey = (slug: string) => paste(`curl '${proxyUrl()}/${slug}-dev/cards'`).status;

/**
 * Has a deployment fail: another service has its name at the gateway.
 *
 * @param request asks for it.
 * @returns what takes the other service away.
 */
export const failedDeployment = async (page: Page, name: string, request: () => Promise<void>) => {
  const foreign = await gatewayAdmin('POST', '/services', { name, url: 'http://other.example' });
  await request();
  await expect(page.getByText('There was an error during the deployment').first()).toBeVisible();
  return async () => {
    await gatewayAdmin('DELETE', `/services/${foreign.id}`);
  };
};

/** Waits until a deployment to DEV is completed. The progress may be over before it is seen. */
export const deployedToDev = async (page: Page, api: string): Promise<void> => {
  await page.waitForURL(/action=create-consumer/);
  await expect(page.getByRole('dialog', { name: `${api} is deployed to DEV` })).toBeVisible();
};

/** Adds a key in the dialog that follows a deployment. Its credentials are shown then. */
export const addKey = async (page: Page, nickname: string): Promise<void> => {
  await page.getByRole('dialog').getByRole('link', { name: 'Add an API key' }).click();
  await expect(dock(page).getByRole('heading', { name: 'Add API Key' })).toBeVisible();
  await expect(dock(page).getByRole('combobox', { name: 'Organization' })).toContainText('Portico Labs');
  await typeInto(dock(page).getByLabel('Nickname'), nickname);
  await dock(page).getByRole('button', { name: 'Add key to DEV' }).click();
  await expect(page.getByRole('dialog', { name: `Credentials of ${nickname}` })).toBeVisible();
};

/** Returns one of the code samples in the open dialog. */
export const code = async (page: Page, label: string): Promise<string> =>
  (await page.getByRole('dialog').getByRole('region', { name: label }).getByRole('code').textContent()) ?? '';

/** Opens the access report. Returns the row of a call to an API as soon as it is there. */
export const callInReport = async (page: Page, api: string, status: string): Promise<Locator> => {
  const table = page.getByRole('table', { name: 'API Gateway Access Requests' });
  const row = table.getByRole('row').filter({ hasText: api }).filter({ hasText: status }).first();
  await expect(async () => {
    await page.goto(`${portalUrl()}/kong/requests`);
    await expect(page.getByRole('heading', { level: 1, name: 'API Gateway Access Requests' })).toBeVisible();
    // A page is left only when it is whole: Firefox says in the console which of its parts it has not loaded.
    await expect(row).toBeVisible({ timeout: 10_000 });
  }).toPass();
  return row;
};
