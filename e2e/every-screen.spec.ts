import { type Browser, type BrowserContextOptions, expect, type Page, test } from '@playwright/test';
import type { UserDetail } from '#domain/user/schema.ts';
import { demoAccounts } from '#sandbox/demo/accounts.ts';
import { call } from './pages/call.ts';
import { apiIdOf, failDeployment, reportIssue } from './pages/demo.ts';
import { openDialogs } from './pages/dialogs.ts';
import { barriers, faults, goTo, settled, watch } from './pages/inspection.ts';
import { signIn } from './pages/sign-in.ts';
import { texts } from './pages/texts.ts';
import { portalUrl } from './stack.ts';

/*
 * Every route of web/app/routes.tsx, every dock view and the dialogs, as everybody of the demo:
 *   - the portal administrator, who sees most: each language x light and dark, with axe; again 360 px wide in each
 *     language, light (a theme changes no widths);
 *   - somebody who is not signed in: the same and English in the other two themes, over the routes that are anyone's;
 *   - the other people: English, light: what they may open with axe; what is refused to them only as a page, with axe
 *     once a person, because it is the same page.
 * Everywhere: one h1, no raw text key, no sideways scroll, nothing in the console, no policy violation, no failed
 * request.
 */

type Screen = Readonly<{ path: string; who: ((user: UserDetail) => boolean) | 'anyone' }>;
type Ids = Readonly<{ api: number; deployment: number; issue: number; operation: string }>;

/** Read at run time: the web app has a TypeScript configuration of its own. */
const web = async <Module>(file: string): Promise<Module> => (await import(`#web/${file}`)) as Module;

/** Example addresses of each route. */
const addresses: Readonly<Record<string, (ids: Ids) => readonly string[]>> = {
  '/': () => ['/'],
  '/about': () => ['/about'],
  '/auth-callback': () => ['/auth-callback'],
  '/logout': () => ['/logout'],
  '/settings': () => ['/settings'],
  '/features': () => ['/features'],
  '/terms': () => ['/terms'],
  '/user-profile': () => ['/user-profile'],
  '/edit-profile': () => ['/edit-profile'],
  '/change-password': () => ['/change-password'],
  '/help/faq': () => ['/help/faq', '/help/faq?report=1'],
  '/wall': ({ api }) => ['/wall', `/wall?dock=api:${api}`],
  '/wall/all': () => ['/wall/all', '/wall/all?name=nothing-is-called-so'],
  '/api-upload': ({ api }) => ['/api-upload', `/api-upload?id=${api}`],
  '/api-deploy/:id': ({ api, deployment }) => [`/api-deploy/${api}`, `/api-deploy/${api}?id=${deployment}`],
  '/operations': ({ operation }) => ['/operations', `/operations?dock=operation:${operation}`],
  '/issues': ({ issue }) => ['/issues', `/issues?dock=issue:${issue}`],
  '/kong/requests': () => ['/kong/requests'],
};

/** Of the dock, what the routes above do not show. */
const docks: Readonly<Record<string, (ids: Ids) => readonly string[]>> = {
  api: () => [],
  issue: () => [],
  operation: () => [],
  keys: ({ api, deployment }) => [`/wall?dock=api:${api}/keys:${api};;${deployment}`],
};

// A trace of every look at every element takes longer than the looks.
test.use({ trace: 'off' });
test.describe.configure({ timeout: 600_000 });

const missing = '/no-such-page';
const admin = 'Ada Lindqvist';
const others = demoAccounts.map(({ givenName, familyName }) => `${givenName} ${familyName}`).filter((n) => n !== admin);
const desktop = { width: 1440, height: 900 };
const phone = { width: 360, height: 800 };
const states = new Map<string, BrowserContextOptions['storageState']>();

let screens: readonly Screen[];
let languages: readonly string[];
let ids: Ids;

const open = async (browser: Browser, name?: string): Promise<Page> => {
  const storageState = name ? states.get(name) : undefined;
  const context = await browser.newContext({
    viewport: desktop,
    reducedMotion: 'reduce',
    ...(storageState && { storageState }),
  });
  const page = await context.newPage();
  if (name && !storageState) {
    await signIn(page, name);
    states.set(name, await context.storageState());
  }
  return page;
};

const look = async (page: Page, language: string, theme: string, isSignedIn: boolean): Promise<void> => {
  await page.goto(`${portalUrl()}/features`);
  if (isSignedIn) await call(page, 'PUT', '/api/user/settings', { json: { language, theme, autoNightMode: false } });
  await page.evaluate(
    ([code, settings]) => {
      localStorage.setItem('apim-language', code);
      localStorage.setItem('apim-settings', settings);
    },
    [language, JSON.stringify({ theme, autoNightMode: false })] as const,
  );
};

/** Visits addresses one after the other; answers what is wrong, with where. */
const walk = async (page: Page, list: readonly string[], check: (page: Page) => Promise<string[]>) => {
  const wrong: string[] = [];
  for (const address of list) {
    await goTo(page, address);
    wrong.push(...(await check(page)).map((what) => `${address}: ${what}`));
  }
  return wrong;
};

const everything = async (page: Page) => [...(await faults(page)), ...(await barriers(page))];

const signedInUser = async (page: Page): Promise<UserDetail> => {
  const { email } = await call<{ email: string }>(page, 'GET', '/auth/session');
  return await call<UserDetail>(page, 'GET', `/api/user?${new URLSearchParams({ email })}`);
};

test.beforeAll(async ({ browser }) => {
  screens = (await web<{ routes: readonly Screen[] }>('app/routes.tsx')).routes;
  const { locales } = await web<{ locales: readonly { code: string }[] }>('i18n/locales.ts');
  languages = ['he', 'en'].filter((language) => locales.some(({ code }) => code === language));
  const page = await open(browser, admin);
  const api = await apiIdOf(page, 'Orders API');
  const { deployments } = await call<{ deployments: readonly { id: number }[] }>(page, 'GET', `/api/api-detail/${api}`);
  ids = {
    api,
    deployment: deployments[0]?.id ?? 0,
    issue: await reportIssue(page),
    operation: await failDeployment(page, await apiIdOf(page, 'Refunds API')),
  };
  await page.context().close();
});

/** Signed out, English is walked in the other two themes as well. */
const themesIn = (language: string, name: string | undefined) =>
  language === 'en' && !name ? ['blue', 'nature', 'dark', 'light'] : ['dark', 'light'];

/** Only pages: whether the dock's view is refused too is not what is asked here. */
const isPage = (address: string) => !address.includes('dock=');
const examples = (list: readonly Screen[]) => list.flatMap(({ path }) => addresses[path]?.(ids) ?? []);

test('every route and dock view has an example here', async () => {
  const { dockViews } = await web<{ dockViews: object }>('app/dock-views.tsx');
  expect(Object.keys(addresses).sort()).toEqual(screens.map(({ path }) => path).sort());
  expect(Object.keys(docks).sort()).toEqual(Object.keys(dockViews).sort());
});

for (const name of [admin, undefined]) {
  test(`every screen, language and theme: ${name ?? 'not signed in'}`, async ({ browser }) => {
    const page = await open(browser, name);
    const watched = await watch(page);
    const list = [
      ...examples(name ? screens : screens.filter(({ who }) => who === 'anyone')),
      ...(name ? Object.values(docks).flatMap((example) => example(ids)) : ['/settings']),
      missing,
    ];
    for (const language of languages) {
      for (const theme of themesIn(language, name)) {
        await look(page, language, theme, name !== undefined);
        await page.reload();
        await settled(page);
        const wrong = await walk(page, list, everything);
        if (name) wrong.push(...(await openDialogs(page, ids, texts(language), everything)));
        if (theme === 'light') {
          await page.setViewportSize(phone);
          wrong.push(...(await walk(page, list, faults)).map((what) => `360 px ${what}`));
          await page.setViewportSize(desktop);
        }
        expect.soft([...wrong, ...(await watched.take())], `${language} ${theme}`).toEqual([]);
      }
    }
    await page.context().close();
  });
}

for (const name of others) {
  test(`every screen: ${name}`, async ({ browser }) => {
    const page = await open(browser, name);
    const watched = await watch(page);
    await page.goto(`${portalUrl()}/wall`);
    await settled(page);
    const user = await signedInUser(page);
    const isAllowed = ({ who }: Screen) => who !== 'anyone' && who(user);
    const wrong = await walk(page, examples(screens.filter(isAllowed)), everything);

    const refused = examples(screens.filter((screen) => screen.who !== 'anyone' && !isAllowed(screen))).filter(isPage);
    const title = texts('en')('shell.forbidden-title');
    wrong.push(
      ...(await walk(page, refused, async () => [
        ...((await page.locator('h1').textContent()) === title ? [] : ['is not refused']),
        ...(await faults(page)),
      ])),
      ...(refused.length > 0 ? await barriers(page) : []),
    );
    expect([...wrong, ...(await watched.take())]).toEqual([]);
    await page.context().close();
  });
}
