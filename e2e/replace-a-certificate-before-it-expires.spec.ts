import { expect, test } from '@playwright/test';
import { certify, connectAs } from '../test/servers/certified.ts';
import { newName } from './pages/demo.ts';
import { signIn } from './pages/sign-in.ts';
import { gatewayAdmin, secureProxyUrl } from './pages/stack.ts';

test('replace a certificate before it expires, while callers connect', async ({ page }) => {
  const host = `${newName()}.shop.example`;
  const [old, next, other] = await Promise.all([certify([host], 5), certify([host], 90), certify(['other.example'])]);
  // Somebody made it at the Admin API.
  await gatewayAdmin('POST', '/certificates', { ...old, snis: [host] });
  await signIn(page, 'Noor Haddad', '/kong/certificates');
  await page.getByRole('searchbox', { name: 'Search by name, host, path, tag or id' }).fill(host);
  const found = page.getByRole('button', { name: host });
  // The gateway is read within a minute.
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(found).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 90_000 });
  await expect(page.getByRole('row', { name: host })).toContainText('Ends in 4 days');

  let isReplacing = true;
  const ends = new Set<string>();
  const calling = (async () => {
    while (isReplacing) ends.add(await connectAs(secureProxyUrl(), host, [old.cert, next.cert]));
  })();

  await found.click();
  const dock = page.getByRole('complementary', { name: 'Details' });
  await dock.getByRole('button', { name: 'Replace' }).click();
  const dialog = page.getByRole('dialog', { name: 'Replace certificate' });
  await expect(dialog.getByRole('textbox', { name: 'Host names' })).toHaveValue(host);
  const choose = async (field: string, name: string, text: string) => {
    const asked = page.waitForEvent('filechooser');
    await dialog.getByRole('button', { name: `Choose a file: ${field}` }).click();
    await (await asked).setFiles({ name, mimeType: 'application/x-pem-file', buffer: Buffer.from(text) });
  };
  const save = () => dialog.getByRole('button', { name: 'Save' }).click();
  await choose('Certificate', 'backup.pem', 'x'.repeat(5_000_000));
  await expect(dialog.getByText('A certificate with its authorities has at most 64 kB.')).toBeVisible();
  await choose('Certificate', 'next.pem', next.cert);
  await save();
  await expect(dialog.getByText('The new certificate has a private key of its own.')).toBeVisible();
  await choose('Private key', 'other.key', other.key);
  await save();
  await expect(dialog.getByText('This private key does not belong to the certificate.')).toBeVisible();
  await choose('Private key', 'next.key', next.key);
  await save();
  await expect(dialog).toBeHidden({ timeout: 30_000 });
  await expect.poll(() => ends.size).toBe(2);
  isReplacing = false;
  await calling;
  await expect(page.getByRole('row', { name: host })).not.toContainText('Ends in');

  await dock.getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText(host);
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Certificate was deleted!')).toBeVisible({ timeout: 30_000 });
});
