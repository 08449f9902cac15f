import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { newName } from './pages/demo.ts';
import { addKey, callInReport, code, deployedToDev, deployToDev, dock } from './pages/deploy.ts';
import { chooseCheckout, openEditor, preview, problems, saveInEditor, typeAfter } from './pages/editor.ts';
import { settled, watch } from './pages/inspection.ts';
import { signInByWindow, speakEnglish } from './pages/sign-in.ts';
import { paste, portalUrl } from './pages/stack.ts';

/** In another browser than the other specs, which look closer. Faults of one browser show in the page's own errors, too. */
test('a maintainer signs in, finds an API, writes one, deploys it, calls it and sees the call', async ({ page }) => {
  const watched = await watch(page);
  const run = newName();
  const api = `Bookshop ${run}`;
  let keyLine = '';

  await test.step('signs in by the login window, which the browser does not block', async () => {
    await page.goto(`${portalUrl()}/features`);
    await signInByWindow(page, 'Mateo Rossi');
    await expect(page.getByRole('banner').getByRole('button', { name: /^Account of/ })).toBeVisible();
    expect(new URL(page.url()).pathname).toBe('/features');
    await speakEnglish(page);
  });

  await test.step('finds an API in the gallery, opens its details and closes them', async () => {
    await page.getByRole('banner').getByRole('link', { name: 'Gallery' }).click();
    await page.getByRole('link', { name: "Explore All API's" }).click();
    await page.getByRole('searchbox', { name: 'Search by API name' }).pressSequentially('ordres');
    // The cards move when the answer comes.
    await expect(page).toHaveURL(/name=ordres/);
    await settled(page);
    const details = page.getByRole('article', { name: 'Orders API' }).getByRole('button', { name: /Details/ });
    await details.click();
    await expect(dock(page).getByRole('heading', { level: 2 })).toHaveText('Orders API');
    await expect(page).toHaveURL(/dock=api/);
    await dock(page).getByRole('button', { name: 'Close' }).click();
    await expect(dock(page)).toBeHidden();
    await expect(details).toBeFocused();
    await expect(page).not.toHaveURL(/dock=/);
  });

  await test.step('writes a description in the editor, sees it, and saves it', async () => {
    await openEditor(page);
    await typeAfter(page, 'title: Bookshop', ` ${run}`);
    await expect(problems(page)).toContainText('No problems');
    await expect(preview(page).getByRole('heading', { level: 1 })).toContainText(api);
    await chooseCheckout(page);
    const saved = await saveInEditor(page, 1);
    await saved.getByRole('link', { name: 'Deploy it' }).click();
  });

  await test.step('deploys it, adds a key and calls it', async () => {
    await expect(page.getByLabel('Service name')).toHaveValue(api);
    await deployToDev(page, 'API Key');
    await deployedToDev(page, api);
    await addKey(page, 'Firefox');
    keyLine = await code(page, 'With an API key');
    await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
    expect(paste(keyLine).status).toBe(200);
    expect(paste(keyLine.replace(/'apikey: .*'/, "'apikey: wrong'")).status).toBe(401);
  });

  await test.step('copies the line with the key, and pastes it', async () => {
    await dock(page).getByRole('region', { name: 'With an API key' }).getByRole('button', { name: 'Copy' }).click();
    // Not into the portal: what is typed there may be sent.
    const elsewhere = await page.context().newPage();
    await elsewhere.setContent('<textarea></textarea>');
    await elsewhere.getByRole('textbox').press('ControlOrMeta+v');
    await expect(elsewhere.getByRole('textbox')).toHaveValue(keyLine);
    await elsewhere.close();
  });

  await test.step('sees the call in the access report, and downloads it', async () => {
    await expect(await callInReport(page, api, '200')).toContainText('Portico Labs');
    await page.getByRole('button', { name: 'Export' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Export to CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('report.csv');
    expect(await readFile(await download.path(), 'utf8')).toContain(`${api},Portico Labs,DEV`);
  });

  expect(await watched.take()).toEqual([]);
});
