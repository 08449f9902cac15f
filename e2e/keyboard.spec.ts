import path from 'node:path';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { newName } from './pages/demo.ts';
import { signIn } from './pages/sign-in.ts';
import { echoUrl, portalUrl } from './pages/stack.ts';

/** Whether something in sight has the focus and shows it: by an outline or a shadow, its own or that of what it fills. */
const focusShows = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return false;
    const shows = ['', '::after'].some((part) => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element, part || null);
      return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
    });
    const { width, height, bottom, top } = element.getBoundingClientRect();
    const isInSight = width > 0 && height > 0 && bottom > 0 && top < innerHeight;
    return isInSight && shows;
  });

/** Presses Tab until something has the focus; every stop on the way must show that it has it. */
const tabTo = async (page: Page, target: Locator, key = 'Tab'): Promise<void> => {
  await target.waitFor();
  for (let stops = 0; stops < 80; stops += 1) {
    await page.keyboard.press(key);
    await expect
      .poll(() => focusShows(page), `the focus shows at ${await page.locator(':focus').first().ariaSnapshot()}`)
      .toBe(true);
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`Tab does not reach ${target}`);
};

test('the main job by keyboard alone', async ({ page }) => {
  const name = newName();
  const api = `Keyboard ${name}`;
  const dock = page.getByRole('complementary', { name: 'Details' });
  await signIn(page, 'Mateo Rossi');

  await tabTo(page, page.getByRole('link', { name: 'Skip to content' }));
  await page.keyboard.press('Enter');
  await expect(page.locator('#content')).toBeFocused();
  await tabTo(page, page.getByRole('link', { name: 'Publish an API' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Publish an API' })).toBeFocused();

  await tabTo(page, page.getByRole('button', { name: 'File' }));
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('Enter')]);
  await chooser.setFiles(path.join(import.meta.dirname, 'fixtures', 'gift-cards.yaml'));
  // What the check says moves what is below it.
  await page.getByText(/^Valid OpenAPI/).waitFor();
  await tabTo(page, page.getByLabel('Name'));
  await page.keyboard.type(api);
  await tabTo(page, page.getByRole('combobox', { name: 'Application' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('option').and(page.locator(':focus'))).toHaveCount(1);
  await page.keyboard.press('Home');
  await expect(page.getByRole('option', { name: 'Checkout' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Application' })).toContainText('Checkout');
  await expect(page.getByRole('combobox', { name: 'Application' })).toBeFocused();
  await tabTo(page, page.getByRole('button', { name: 'Publish' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'My API Gallery' })).toBeFocused();

  await tabTo(page, page.getByRole('searchbox', { name: 'Search by API name' }));
  await page.keyboard.type(name);
  await expect(page.getByRole('article')).toHaveCount(1);
  const details = page.getByRole('article', { name: api }).getByRole('button', { name: /Details/ });
  await tabTo(page, details);
  await page.keyboard.press('Enter');
  await expect(dock.getByRole('heading', { level: 2 })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(details).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dock.getByRole('heading', { level: 2 })).toBeFocused();
  await tabTo(page, dock.getByRole('link', { name: 'Deploy Now' }));
  await page.keyboard.press('Enter');

  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  const radio = (label: string) => page.getByRole('radio', { name: label, exact: true });
  await tabTo(page, page.getByLabel('Service name'));
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect(radio('DEV')).toBeChecked();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect(radio('API Key')).toBeChecked();
  await tabTo(page, page.getByLabel('Target URL'));
  await page.keyboard.type(echoUrl());
  await tabTo(page, page.getByRole('button', { name: 'Deploy to DEV' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Add an API key' })).toBeFocused();
  await page.keyboard.press('Enter');

  await expect(dock.getByRole('heading', { name: 'Add API Key' })).toBeFocused();
  await tabTo(page, dock.getByLabel('Nickname'));
  await page.keyboard.type('Till');
  await tabTo(page, dock.getByRole('button', { name: 'Add key to DEV' }));
  await page.keyboard.press('Enter');
  const credentials = page.getByRole('dialog', { name: 'Credentials of Till' });
  await expect(credentials).toBeVisible();
  await expect(credentials.locator(':focus')).toHaveCount(1);
  await tabTo(page, credentials.getByRole('button', { name: 'Done' }));
  await page.keyboard.press('Enter');
  await expect(credentials).toBeHidden();
  await expect(dock.locator(':focus')).toHaveCount(1);

  const remove = dock.getByRole('button', { name: 'Delete Till' });
  await tabTo(page, remove);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(remove).toBeFocused();
  expect(new URL(page.url()).origin).toBe(portalUrl());
});
