import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, expect, test } from '@playwright/test';
import { apiIdOf, newName } from './pages/demo.ts';
import { signIn } from './pages/sign-in.ts';
import { echoUrl, portalUrl, proxyUrl } from './pages/stack.ts';

const run = newName();
const servers: Server[] = [];

/** Serves an empty page at a port of its own, which makes it another origin. */
const servePage = async (): Promise<string> => {
  const server = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end('<!doctype html><title>A shop</title>');
  }).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

test.afterAll(() => {
  for (const server of servers) server.close();
});

/** What a page of an origin gets from the gateway: a status and the target's path, or the browser's refusal. */
const callFrom = async (browser: Browser, origin: string, apikey: string): Promise<unknown> => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(origin);
  const got = await page.evaluate(
    async ([url, key]) => {
      try {
        const response = await fetch(url, { headers: { apikey: key } });
        return [response.status, ((await response.json()) as { path?: string }).path];
      } catch (error) {
        return String(error);
      }
    },
    [`${proxyUrl()}/pages-${run}-uat/v2/orders`, apikey] as const,
  );
  await context.close();
  return got;
};

test('a maintainer lets pages of one origin call, under a lockdown, and no other', async ({ page, browser }) => {
  const [shop, stranger] = [await servePage(), await servePage()];
  await signIn(page, 'Mateo Rossi');
  const api = await apiIdOf(page, 'Orders API');
  await page.goto(`${portalUrl()}/api-deploy/${api}/Orders%20API/UAT`);
  await expect(page.getByRole('radio', { name: 'UAT' })).toBeChecked();
  await page.getByLabel('Service name').fill(`Pages ${run}`);
  await page.getByLabel('Route name').fill(`pages-${run}`);
  await page.getByLabel('Target URL').fill(echoUrl());
  await page.getByRole('switch', { name: 'Path lockdown' }).check();
  await page.getByRole('switch', { name: 'Allow browser apps (CORS)' }).check();
  const origins = page.getByLabel('Allowed origins');
  await origins.fill(`${shop}/orders`);
  await origins.blur();
  await expect(page.getByText('One of these is not an origin.')).toBeVisible();
  await origins.fill(`${shop}/`);
  await expect(page.getByText('One of these is not an origin.')).toHaveCount(0);

  await page.getByRole('button', { name: 'Preview' }).click();
  const preview = page.getByRole('dialog', { name: 'What will change on the gateway' });
  await expect(preview.getByRole('listitem').filter({ hasText: 'Plugin cors' })).toBeVisible();
  await expect(preview.getByRole('listitem').filter({ hasText: `Route preflightspages-${run}-uat` })).toBeVisible();
  await preview.getByRole('button', { name: 'Deploy to UAT' }).click();
  await page.waitForURL(/action=create-consumer/);
  await page.getByRole('dialog').getByRole('link', { name: 'Add an API key' }).click();
  const dock = page.getByRole('complementary', { name: 'Details' });
  await dock.getByLabel('Nickname').fill(`Shop ${run}`);
  await dock.getByRole('button', { name: 'Add key to UAT' }).click();
  const credentials = page.getByRole('dialog', { name: `Credentials of Shop ${run}` });
  const line = (await credentials.getByRole('code').first().textContent()) ?? '';
  const [, key = ''] = /apikey: ([^'"]+)/.exec(line) ?? [];

  expect(await callFrom(browser, shop, key)).toEqual([200, '/v2/orders']);
  // The page can read that it is refused.
  expect(await callFrom(browser, shop, 'wrong')).toEqual([401, undefined]);
  expect(await callFrom(browser, stranger, key)).toBe('TypeError: Failed to fetch');
});
