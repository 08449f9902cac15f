import { expect, test } from '@playwright/test';
import { newName } from './pages/demo.ts';
import { signIn } from './pages/sign-in.ts';
import { echoUrl, gatewayAdmin, proxyUrl } from './pages/stack.ts';

/** Makes a service with two routes and a caller, as somebody at the Admin API. */
const makeService = async (name: string) => {
  const key = `key-of-${name}`;
  const { hostname: host, port } = new URL(echoUrl());
  await gatewayAdmin('POST', '/services', { name, host, port: Number(port), path: '/v1' });
  for (const part of ['items', 'stock'])
    await gatewayAdmin('POST', `/services/${name}/routes`, { name: `${name}-${part}`, paths: [`/${name}/${part}`] });
  await gatewayAdmin('POST', `/services/${name}/plugins`, { name: 'key-auth', config: { hide_credentials: true } });
  await gatewayAdmin('POST', `/services/${name}/plugins`, { name: 'acl', config: { allow: [name] } });
  const shop = await gatewayAdmin('POST', '/consumers', { username: `${name}-shop` });
  await gatewayAdmin('POST', `/consumers/${name}-shop/acls`, { group: name });
  await gatewayAdmin('POST', `/consumers/${name}-shop/key-auth`, { key });
  return { key, shop };
};

test('bring services of an existing Kong under the portal while their callers call with their old keys', async ({
  page,
}) => {
  const name = newName();
  const { key, shop } = await makeService(name);
  const [next, old] = [`${name}-next`, `${name}-old`];
  const others = await makeService(next);
  await makeService(old);
  // What a deployment has no words for.
  const jwt = await gatewayAdmin('POST', `/services/${name}/plugins`, { name: 'jwt', enabled: true });
  await signIn(page, 'Noor Haddad', '/kong/services');

  await page.getByRole('searchbox', { name: 'Search by name, host, path, tag or id' }).fill(name);
  const found = page.getByRole('button', { name, exact: true });
  // The gateway is read within a minute.
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(found).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 90_000 });
  await found.click();
  await page
    .getByRole('complementary', { name: 'Details' })
    .getByRole('button', { name: 'Put under the portal' })
    .click();
  const dialog = page.getByRole('dialog', { name: `${name} under the portal` });
  await expect(dialog.getByText('A deployment can’t say what the plugin jwt does here.')).toBeVisible({
    timeout: 90_000,
  });
  await gatewayAdmin('DELETE', `/plugins/${jwt.id}`);
  await expect(dialog.getByText('It fits', { exact: true })).toBeVisible({ timeout: 90_000 });
  await expect(dialog.getByText(`${name}-shop`)).toBeVisible({ timeout: 90_000 });
  await expect(dialog.getByText(`/${name}/items`)).toBeVisible();
  await expect(dialog.getByText(key)).toHaveCount(0);

  const wrong: number[] = [];
  let going = true;
  const calling = (async () => {
    while (going) {
      const { status } = await fetch(`${proxyUrl()}/${name}/items/7`, { headers: { apikey: key } });
      if (status !== 200) wrong.push(status);
    }
  })();
  try {
    await dialog.getByRole('button', { name: 'Put under the portal' }).click();
    await expect(dialog.getByText('Choose an organization.')).toBeVisible();
    for (const field of ['API', 'Environment', 'Organization']) {
      await dialog.getByRole('combobox', { name: field, exact: true }).click();
      await page.getByRole('option').first().click();
    }
    await dialog.getByRole('button', { name: 'Put under the portal' }).click();
    await expect(dialog.getByText('It is under the portal.')).toBeVisible({ timeout: 120_000 });
  } finally {
    going = false;
    await calling;
  }
  expect(wrong).toEqual([]);
  // The key is the portal's: its old owner has none any more.
  const left = await gatewayAdmin<{ data: readonly object[] }>('GET', `/consumers/${shop.id}/key-auth`);
  expect(left.data).toEqual([]);

  // The others are decided in the list of all: one is skipped, one goes under the portal.
  await dialog.getByRole('button', { name: 'Close' }).first().click();
  await page.getByRole('complementary', { name: 'Details' }).getByRole('button', { name: 'Close' }).first().click();
  await page.getByRole('link', { name: 'Put services under the portal' }).click();
  await page.getByRole('searchbox', { name: 'Search by name, host, path, tag or id' }).fill(name);
  await expect(page.getByText('3 services', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: `Skip ${old}` }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Reason' }).fill('Ends in March');
  await page.getByRole('dialog').getByRole('button', { name: 'Skip 1 service' }).click();
  await expect(page.getByText('Ends in March')).toBeVisible();
  await page.getByRole('button', { name: `Put ${next} under the portal` }).click();
  const many = page.getByRole('dialog', { name: 'Put 1 service under the portal' });
  for (const field of ['API', 'Environment', 'Organization']) {
    await many.getByRole('combobox', { name: field, exact: true }).click();
    await page.getByRole('option').first().click();
  }
  await many.getByRole('button', { name: 'Put 1 service under the portal' }).click();
  const row = page.getByRole('row', { name: next });
  await expect(row.getByText('Taken over')).toBeVisible({ timeout: 120_000 });
  const answer = await fetch(`${proxyUrl()}/${next}/stock/7`, { headers: { apikey: others.key } });
  expect(answer.status).toBe(200);
  // Somebody else, the next day, sees what was decided.
  await page.reload();
  await expect(page.getByRole('button', { name: `Open ${old} again` })).toBeVisible();
});
