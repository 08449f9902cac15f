import { expect, type Page, test } from '@playwright/test';
import { apiIdOf } from './pages/demo.ts';
import { faults, settled } from './pages/inspection.ts';
import { changeSettings, enter, signIn } from './pages/sign-in.ts';
import { portalUrl } from './pages/stack.ts';
import { texts } from './pages/texts.ts';

const languageButton = (page: Page) =>
  page.getByRole('banner').getByRole('button', { name: /: (English|Deutsch|\u2068?עברית\u2069?)$/ });

const choose = async (page: Page, name: string) => {
  await languageButton(page).click();
  await page.getByRole('menuitemradio', { name, exact: true }).click();
};

/** The response to saving one language, told apart from that to the one chosen before it. */
const saving = (page: Page, language: string) =>
  page.waitForResponse((response) => response.request().postData()?.includes(`"${language}"`) === true);

/** The next spec that signs in as the same person starts in English again. */
const backToEnglish = async (page: Page): Promise<void> => {
  const saved = saving(page, 'en');
  await choose(page, 'English');
  expect((await saved).status()).toBe(200);
};

/** Of a page that has only just begun there is no element yet. */
const pageOf = (page: Page) =>
  page.evaluate(() => {
    const root: HTMLElement | null = document.documentElement;
    return [root?.lang, root?.dir] as const;
  });

test('the language changes without a reload in every tab, and is there before the first paint the next time', async ({
  page,
  context,
}) => {
  const otherTab = await context.newPage();
  await otherTab.goto(`${portalUrl()}/about`);
  await expect(otherTab.getByRole('heading', { level: 1 })).toHaveText(texts('en')('about.headline'));
  await page.goto(`${portalUrl()}/about`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts('en')('about.headline'));
  expect(await pageOf(page)).toEqual(['en', 'ltr']);
  await page.evaluate(() => Object.assign(window, { wasLoadedOnce: true }));

  await choose(page, 'עברית');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts('he')('about.headline'));
  expect(await pageOf(page)).toEqual(['he', 'rtl']);
  expect(await page.evaluate(() => 'wasLoadedOnce' in window)).toBe(true);
  await expect(otherTab.getByRole('heading', { level: 1 })).toHaveText(texts('he')('about.headline'));
  expect(await pageOf(otherTab)).toEqual(['he', 'rtl']);

  await page.reload({ waitUntil: 'commit' });
  await expect.poll(() => pageOf(page)).toEqual(['he', 'rtl']);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts('he')('about.headline'));
});

test('a choice on another device is there with the next page, even at once', async ({ page }) => {
  await signIn(page, 'Ingrid Berg');
  const known = page.waitForResponse((response) => response.url().endsWith('/api/user/settings'));
  await page.goto(`${portalUrl()}/features`);
  await known;
  await changeSettings(page, { language: 'de' });
  await page.reload();
  await expect.poll(() => pageOf(page)).toEqual(['de', 'ltr']);
  await changeSettings(page, { language: 'en' });
  await page.reload();
  await expect.poll(() => pageOf(page)).toEqual(['en', 'ltr']);
});

test('a language that is chosen before the settings come from the server stays', async ({ page }) => {
  await signIn(page, 'Ingrid Berg');
  const settings = Promise.withResolvers<void>();
  const hebrewTexts = Promise.withResolvers<void>();
  await page.route('**/api/user/settings', async (route) => {
    if (route.request().method() === 'GET') await settings.promise;
    await route.continue();
  });
  await page.route(/\/he-[^/]+\.js$/, async (route) => {
    await hebrewTexts.promise;
    await route.continue();
  });
  await page.goto(`${portalUrl()}/features`);
  await choose(page, 'עברית');
  const come = page.waitForResponse((response) => response.url().endsWith('/api/user/settings'));
  settings.resolve();
  await come;
  const saved = saving(page, 'he');
  hebrewTexts.resolve();
  await expect.poll(() => pageOf(page)).toEqual(['he', 'rtl']);
  expect((await saved).status()).toBe(200);
  await backToEnglish(page);
});

test('a chosen language is kept, even if the tab is closed at once', async ({ page, browser }) => {
  await signIn(page, 'Ingrid Berg');
  const known = page.waitForResponse((response) => response.url().endsWith('/api/user/settings'));
  await page.goto(`${portalUrl()}/features`);
  await known;
  await choose(page, 'עברית');
  await expect.poll(() => pageOf(page)).toEqual(['he', 'rtl']);
  await page.close({ runBeforeUnload: true });

  const anotherDevice = await (await browser.newContext()).newPage();
  await enter(anotherDevice, 'Ingrid Berg', '/wall');
  await expect
    .poll(async () => {
      // A page asks once, perhaps before the last request of the closed tab has taken effect.
      const asked = anotherDevice.waitForResponse((response) => response.url().endsWith('/api/user/settings'));
      await anotherDevice.reload();
      await asked;
      await settled(anotherDevice);
      return await pageOf(anotherDevice);
    })
    .toEqual(['he', 'rtl']);
  await backToEnglish(anotherDevice);
  await anotherDevice.context().close();
});

test('the menu works with the keyboard, and tells which language is chosen', async ({ page }) => {
  await page.goto(`${portalUrl()}/about`);
  await languageButton(page).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitemradio', { name: 'English' })).toBeChecked();
  await page.getByRole('menuitemradio', { name: 'עברית' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => pageOf(page)).toEqual(['he', 'rtl']);
  await expect(languageButton(page)).toBeFocused();
});

test('only people who read Hebrew load its letters', async ({ page }) => {
  const fonts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'font') fonts.push(new URL(request.url()).pathname);
  });
  await page.goto(`${portalUrl()}/about`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
  expect(fonts.filter((font) => font.includes('hebrew'))).toEqual([]);
  expect(fonts.length).toBeGreaterThan(0);

  await choose(page, 'עברית');
  await expect.poll(() => fonts.filter((font) => font.includes('hebrew'))).toHaveLength(1);
});

test('from right to left, the dock opens at the left, and a path keeps its direction', async ({ page }) => {
  // By its name: what other specs publish comes before it. As somebody whose language no other spec counts on.
  await signIn(page, 'Noor Haddad', '/wall?name=Orders+API');
  const saved = saving(page, 'he');
  await choose(page, 'עברית');
  expect((await saved).status()).toBe(200);
  await expect.poll(() => pageOf(page)).toEqual(['he', 'rtl']);
  await page.getByRole('article', { name: 'Orders API' }).getByRole('button', { name: 'Orders API' }).click();
  const dock = page.locator('[data-dock]');
  await expect(dock).toBeVisible();
  expect((await dock.boundingBox())?.x).toBe(0);
  await expect(dock.getByText('/orders-dev', { exact: true }).first()).toHaveCSS('direction', 'ltr');
  await page.keyboard.press('Escape');
  await backToEnglish(page);
  await expect.poll(() => pageOf(page)).toEqual(['en', 'ltr']);
});

test('a screen and a panel whose texts came with them change at once, and are whole after a reload', async ({
  page,
}) => {
  await signIn(page, 'Noor Haddad', '/wall');
  const api = await apiIdOf(page, 'Orders API');
  await page.goto(`${portalUrl()}/help/faq?dock=api:${api}`);
  const dock = page.locator('[data-dock]');
  const heading = page.getByRole('heading', { level: 1 });
  await expect(dock.getByText(texts('en')('versions.title')).first()).toBeVisible();
  await settled(page);

  const saved = saving(page, 'he');
  await choose(page, 'עברית');
  await expect(heading).toHaveText(texts('he')('help.title'));
  // Nothing is drawn anew for it: what was there is there in the other language.
  expect(await dock.getByText(texts('he')('versions.title')).first().isVisible()).toBe(true);
  expect(await faults(page)).toEqual([]);
  expect((await saved).status()).toBe(200);

  await page.reload();
  await expect(dock.getByText(texts('he')('versions.title')).first()).toBeVisible();
  await settled(page);
  expect(await faults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await backToEnglish(page);
});
