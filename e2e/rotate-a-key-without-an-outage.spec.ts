import { expect, type Page, test } from '@playwright/test';
import { apiIdOf, deployToTest, newName } from './pages/demo.ts';
import { signIn } from './pages/sign-in.ts';
import { passedUntilRefused, paste, portalUrl } from './pages/stack.ts';

/** A key as its maintainer lives with it: added, replaced by another while calls go on, limited. */

const name = `Desk ${newName()}`;
let page: Page;
let lines: Readonly<{ key: string; tokenRequest: string; token: string }>;

const dock = () => page.getByRole('complementary', { name: 'Details' });
const keyRow = () => dock().getByRole('region', { name: 'API Keys' }).getByRole('listitem').filter({ hasText: name });
const button = (what: string) => dock().getByRole('button', { name: what.replace('%', name) });

/** The commands of the credentials dialog, which is then closed. */
const readCredentials = async () => {
  const dialog = page.getByRole('dialog', { name: `Credentials of ${name}` });
  await expect(dialog).toBeVisible();
  await expect(dialog.getByText('A token works for 1 day.')).toBeVisible();
  const code = async (label: string) =>
    (await dialog.getByRole('region', { name: label }).getByRole('code').textContent()) ?? '';
  const read = {
    key: await code('With an API key'),
    tokenRequest: await code('Ask for a token'),
    token: await code('Call with the token'),
  };
  await dialog.getByRole('button', { name: 'Done' }).click();
  return read;
};

const tokenOf = ({ tokenRequest }: typeof lines) => {
  const { status, body } = paste(tokenRequest);
  return { status, token: (JSON.parse(body) as { access_token?: string }).access_token ?? '' };
};
const callWithToken = (token: string) => paste(lines.token.replace('$ACCESS_TOKEN', token)).status;

test.beforeAll(async ({ browser }) => {
  page = await browser.newPage();
  await signIn(page, 'Mateo Rossi');
  const api = await apiIdOf(page, 'Price List API');
  const { id } = await deployToTest(page, api);
  await page.goto(`${portalUrl()}/wall?dock=api:${api}/keys:${api};;${id}`);
});
test.afterAll(async () => {
  await page.close();
});

test('a key is added, replaced while calls go on, and limited', async () => {
  await test.step('a key is added: it calls, and its client gets a token', async () => {
    await dock().getByRole('combobox', { name: 'Organization' }).click();
    await page.getByRole('option', { name: 'Portico Labs' }).click();
    await dock().getByLabel('Nickname').fill(name);
    await dock().getByLabel('Last day').fill('2099-12-31');
    await dock().getByRole('button', { name: 'Add key to TEST' }).click();
    lines = await readCredentials();
    expect(paste(lines.key).status).toBe(200);
    const { status, token } = tokenOf(lines);
    expect(status).toBe(200);
    expect(callWithToken(token)).toBe(200);
    await expect(keyRow()).toContainText('Ends on 12/31/2099 (UTC)');
  });

  await test.step('it is rotated: old and new work side by side until the old one is ended', async () => {
    const old = lines;
    const oldToken = tokenOf(old).token;
    await button('Rotate %').click();
    const dialog = page.getByRole('dialog', { name: `Rotate ${name}` });
    const keep = dialog.getByLabel('Keep the old key for');
    await keep.fill('31');
    await dialog.getByRole('button', { name: 'Create new key' }).click();
    await expect(dialog.getByText('The old key can work for 1 hour to 30 days')).toBeVisible();
    await keep.fill('2');
    await expect(dialog.getByText(/^The old key ends: .*\d/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Create new key' }).click();
    lines = await readCredentials();
    expect(lines.key).not.toBe(old.key);
    for (const { key } of [old, lines]) expect(paste(key).status).toBe(200);
    for (const each of [old, lines]) expect(tokenOf(each).status).toBe(200);

    await expect(keyRow()).toContainText('Ends in 2 days');
    // The gateway tells who called a moment after they did.
    await expect(keyRow().getByText('Last used')).toHaveCount(2);

    await button('End the old key of % now').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'End old key' }).click();
    await expect(page.getByText('Old key ended')).toBeVisible();
    expect(paste(old.key).status).toBe(401);
    expect(tokenOf(old).status).toBe(400);
    expect(callWithToken(oldToken)).toBe(401);
    expect(paste(lines.key).status).toBe(200);
    expect(callWithToken(tokenOf(lines).token)).toBe(200);
    await expect(keyRow().getByText('Old key')).toHaveCount(0);
    // Its last day is still the one that was chosen.
    await expect(keyRow()).toContainText('Ends on 12/31/2099 (UTC)');
  });

  await test.step('its limit is set and its end taken away: the gateway refuses the call after the last', async () => {
    await button('Edit %').click();
    await dock().getByLabel('Last day').fill('');
    await dock().getByRole('switch', { name: 'Own rate limit' }).check();
    await dock().getByLabel('Per hour').fill('2');
    await dock().getByLabel('Per day').fill('9');
    await dock().getByLabel('Per day').blur();
    await expect(dock().getByText('Please enter only one type of rate limit', { exact: true })).toBeVisible();
    await dock().getByLabel('Per day').fill('');
    await dock().getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText('Updating in progress!')).toBeVisible();
    await expect(keyRow()).toContainText('Limit: 2 an hour');
    await expect(keyRow()).not.toContainText('Ends on');
    expect([2, 3, 4]).toContain(passedUntilRefused(lines.key, 2));
  });
});
