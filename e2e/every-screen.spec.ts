import { globSync } from 'node:fs';
import path from 'node:path';
import { type Browser, type BrowserContextOptions, expect, type Page, test } from '@playwright/test';
import { joined } from '#domain/core/distinct.ts';
import type { GatewayConfig } from '#domain/deployment/gateway-config.ts';
import type { UserDetail } from '#domain/user/schema.ts';
import type { UserSettings } from '#domain/user/settings.ts';
import { demoAccounts } from '#sandbox/demo/accounts.ts';
import { call } from './pages/call.ts';
import {
  apiIdOf,
  askForAdministrator,
  askForApproval,
  breakCallers,
  failDeployment,
  openReview,
  reportIssue,
} from './pages/demo.ts';
import { openDialogs, openGreetings } from './pages/dialogs.ts';
import { barriers, faults, goTo, settled, speak, watch } from './pages/inspection.ts';
import { dismissGreetings, enter } from './pages/sign-in.ts';
import { portalUrl } from './pages/stack.ts';
import { texts } from './pages/texts.ts';

/*
 * Every route of web/app/routes/routes.ts, every dock view and the dialogs: as the portal administrator, who sees nearly
 * everything, and signed out. A screen is loaded once and shown in each layout that it has: in English and Hebrew, wide and at
 * 360 px. The next one is loaded in the layout that is shown last, so that screens begin in each. Colours are the same in every
 * language and width, so they are looked at in English: in light and dark, signed out in all themes. The other people of the
 * demo see the same screens, of which some have other parts for them: those are looked at, and one page that is refused to
 * them. Who may open which screen is a table (web/app/routes/routes.test.ts), and so is what the server shows to whom
 * (bff/authorization.test.ts).
 * Everywhere: one h1, no raw text key, no sideways scroll, nothing in the console, no policy violation, no failed
 * request.
 */

type Screen = Readonly<{ path: string; who: ((user: UserDetail) => boolean) | 'anyone' }>;
type Ids = Readonly<{
  api: number;
  changed: number;
  deployment: number;
  /** The gateway's id of the deployment's plugin acl. */
  plugin: string;
  issue: number;
  approval: number;
  administrator: number;
  review: number;
  operation: string;
  key: number;
  /** The gateway's id of a call. */
  call: string;
}>;

/** Read at run time: the web app has a TypeScript configuration of its own. */
const web = async <Module>(file: string): Promise<Module> => (await import(`#web/${file}`)) as Module;

type Addresses = Readonly<Record<string, readonly string[]>>;

/** The addresses that the folders of the nouns name. */
const ofFeatures = await Promise.all(
  globSync('web/features/*/addresses.ts', { cwd: path.dirname(import.meta.dirname) }).map((file) =>
    web<{ addresses: Addresses; docks: Addresses }>(file.slice('web/'.length)),
  ),
);
const constant = (list: Addresses): Record<string, () => readonly string[]> =>
  Object.fromEntries(Object.entries(list).map(([name, examples]) => [name, () => examples]));

/** Example addresses of each route. */
const addresses = joined<readonly Readonly<Record<string, (ids: Ids) => readonly string[]>>[]>('path', [
  {
    '/': () => ['/'],
    '/about': () => ['/about'],
    '/auth-callback': () => ['/auth-callback'],
    '/logout': () => ['/logout'],
    '/settings': () => ['/settings'],
    '/notices': () => ['/notices', '/notices?unread=true'],
    '/my-requests': () => ['/my-requests', '/my-requests?kind=issue'],
    '/features': () => ['/features'],
    '/terms': () => ['/terms'],
    '/user-profile': () => ['/user-profile'],
    '/edit-profile': () => ['/edit-profile'],
    '/change-password': () => ['/change-password'],
    '/help/faq': () => ['/help/faq', '/help/faq?report=1'],
    '/wall': ({ api }) => ['/wall', `/wall?published=${api}`, `/wall?dock=api:${api}`],
    '/wall/all': () => ['/wall/all', '/wall/all?view=list&env=DEV', '/wall/all?name=nothing-is-called-so'],
    '/api-upload': ({ api }) => ['/api-upload', `/api-upload?id=${api}`],
    '/tools': () => ['/tools'],
    '/tools/editor': ({ api }) => ['/tools/editor', `/tools/editor?id=${api}`],
    '/swagger-page/:id': ({ api }) => [`/swagger-page/${api}`],
    '/api-history/:id': ({ api }) => [`/api-history/${api}`, `/api-history/${api}?search=nothing`],
    '/api-deploy/:id': ({ api, deployment }) => [
      `/api-deploy/${api}`,
      `/api-deploy/${api}?id=${deployment}`,
      `/api-deploy/${api}?copy=${deployment}`,
    ],
    '/api-access-control': () => ['/api-access-control', '/api-access-control?tab=grants'],
    '/api-deploy/:id/:name/:env': ({ api }) => [`/api-deploy/${api}/Orders%20API/TEST`],
    '/operations': ({ operation }) => ['/operations', `/operations?dock=operation:${operation}`],
    '/approvals/:id': ({ approval, administrator }) => [`/approvals/${approval}`, `/approvals/${administrator}`],
    '/review-round/:id': ({ review }) => [`/review-round/${review}`],
    '/issues': ({ issue }) => ['/issues', `/issues?dock=issue:${issue}`],
    '/overview': () => ['/overview', '/overview?tab=keys', '/overview?search=nothing-is-called-so'],
    '/kong/requests': () => ['/kong/requests', '/kong/requests?range=7d', '/kong/requests?path=nothing-is-called-so'],
    '/kong/consumer-list': () => ['/kong/consumer-list'],
  },
  ...ofFeatures.map((feature) => constant(feature.addresses)),
]);

/** Of the dock, what the routes above do not show. */
const docks = joined<readonly Readonly<Record<string, (ids: Ids) => readonly string[]>>[]>('dock view', [
  {
    api: () => [],
    call: ({ call: id }) => [`/kong/requests?dock=call:${id}`],
    compare: ({ changed }) => [`/wall?dock=api:${changed}/compare:${changed};1;2`],
    issue: () => [],
    kong: ({ api, deployment }) => [`/wall?dock=api:${api}/kong:${deployment}`],
    plugin: ({ api, deployment, plugin }) => [`/wall?dock=api:${api}/plugin:${deployment};${plugin}`],
    operation: () => [],
    key: ({ api, key }) => [`/wall?dock=api:${api}/key:${api};${key}`],
    trial: ({ api }) => [`/swagger-page/${api}?dock=trial:${api}`],
    keys: ({ api, deployment }) => [`/wall?dock=api:${api}/keys:${api};;${deployment}`],
  },
  ...ofFeatures.map((feature) => constant(feature.docks)),
]);

/** Screens that show other parts to other people. */
const dependsOnPerson = new Set([
  '/wall',
  '/wall/all',
  '/swagger-page/:id',
  '/my-requests',
  '/kong/requests',
  '/tools',
]);

// A trace of every look at every element takes longer than the looks.
test.use({ trace: 'off' });
test.describe.configure({ mode: 'parallel', timeout: 600_000 });

const missing = '/no-such-page';
const admin = 'Ada Lindqvist';
const newcomer = demoAccounts
  .filter(({ isNew }) => isNew)
  .map((account) => `${account.givenName} ${account.familyName}`)[0];
/** Whose walk is in another theme than the dark one. */
const ownThemes: Readonly<Record<string, string>> = {
  'Noor Haddad': 'blue',
  'Mateo Rossi': 'nature',
  'Grace Okafor': 'light',
};
const themesOf = (name: string | undefined): readonly [string, ...string[]] => {
  if (!name) return ['light', 'dark', 'blue', 'nature'];
  return name === admin ? ['light', 'dark'] : [ownThemes[name] ?? 'dark'];
};
const others = demoAccounts.map(({ givenName, familyName }) => `${givenName} ${familyName}`).filter((n) => n !== admin);
type Cookies = Exclude<BrowserContextOptions['storageState'], string | undefined>['cookies'];
type Layout = Readonly<{ language: 'en' | 'he'; size: Readonly<{ width: number; height: number }> }>;
const phone = { width: 360, height: 800 };
const wide: Layout = { language: 'en', size: { width: 1440, height: 900 } };
/** On a laptop: what is too wide there is so in both directions. */
const wideHebrew: Layout = { language: 'he', size: { width: 1280, height: 720 } };
/** In a ring, in which one thing changes from each to the next. */
const layouts: readonly Layout[] = [wide, { ...wide, size: phone }, { ...wideHebrew, size: phone }, wideHebrew];
const states = new Map<string, Cookies>();

const { routes: screens } = await web<{ routes: readonly Screen[] }>('app/routes/routes.ts');
let ids: Ids;
let prepared: Promise<Ids> | undefined;

const open = async (browser: Browser, name?: string, theme = 'light'): Promise<Page> => {
  const signedIn = name ? states.get(name) : undefined;
  const settings = { theme, autoNightMode: false };
  const localStorage = [
    { name: 'apim-language', value: wide.language },
    { name: 'apim-settings', value: JSON.stringify(settings) },
  ];
  const context = await browser.newContext({
    viewport: wide.size,
    reducedMotion: 'reduce',
    storageState: { cookies: signedIn ?? [], origins: [{ origin: portalUrl(), localStorage }] },
  });
  const page = await context.newPage();
  // The page alone is told how it looks, not the person's settings: others may be walking as the same person.
  await page.route('**/api/user/settings', async (route) => {
    const { language, ...change } = (route.request().postDataJSON() ?? {}) as UserSettings;
    if (route.request().method() !== 'GET') return await route.continue({ postData: JSON.stringify(change) });
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), ...settings, language: wide.language } });
  });
  if (name && !signedIn) {
    await enter(page, name);
    if (name === newcomer) await dismissGreetings(page);
    states.set(name, await context.cookies());
  }
  return page;
};

const isShown = (page: Page, { size }: Layout) => JSON.stringify(page.viewportSize()) === JSON.stringify(size);

const show = async (page: Page, layout: Layout): Promise<void> => {
  if (!isShown(page, layout)) await page.setViewportSize(layout.size);
  await speak(page, layout.language);
  await settled(page);
};

type Check = (page: Page) => Promise<string[]>;

/** Visits addresses one after the other. Returns what is wrong, with where. */
const walk = async (page: Page, list: readonly string[], check: Check) => {
  const wrong: string[] = [];
  for (const address of list) {
    await goTo(page, address);
    wrong.push(...(await check(page)).map((what) => `${address}: ${what}`));
  }
  return wrong;
};

/** Shows the page in each layout, once around the ring: first in the one that it is shown in already. */
const inLayouts = (check: (layout: Layout) => Check): Check => {
  let first = 0;
  return async (page) => {
    const wrong: string[] = [];
    for (const [turn] of layouts.entries()) {
      const layout = layouts[(first + turn) % layouts.length] ?? wide;
      await show(page, layout);
      const { language, size } = layout;
      wrong.push(...(await check(layout)(page)).map((what) => `in ${language} at ${size.width} px: ${what}`));
    }
    first += layouts.length - 1;
    return wrong;
  };
};

/** Everything once, colours in each of some themes. The page wears the last one then, in which the next look begins. */
const inThemes =
  (themes: readonly string[]) =>
  async (page: Page): Promise<string[]> => [...(await faults(page)), ...(await barriers(page, themes))];

const signedInUser = async (page: Page): Promise<UserDetail> => {
  const { email } = await call<{ email: string }>(page, 'GET', '/auth/session');
  return await call<UserDetail>(page, 'GET', `/api/user?${new URLSearchParams({ email })}`);
};

/** Once for each process. Not in a hook: of a file with hooks Playwright gives each worker one half of the tests beforehand. */
const prepare = async (browser: Browser): Promise<Ids> => {
  const page = await open(browser, admin);
  const auditor = await open(browser, 'Sofia Marin');
  const api = await apiIdOf(page, 'Orders API');
  const { deployments } = await call<{ deployments: readonly { id: number }[] }>(page, 'GET', `/api/api-detail/${api}`);
  const groups = await call<readonly { deployments: readonly { id: number }[] }[]>(
    page,
    'GET',
    `/api/consumers?apiId=${api}`,
  );
  const deployment = deployments[0]?.id ?? 0;
  const { objects } = await call<GatewayConfig>(page, 'GET', `/api/swaggers/deployment/${deployment}/kong-config`);
  const calls = await call<{ data: readonly { requestId: string }[] }>(page, 'GET', '/api/kong/requests');
  const changed = await apiIdOf(page, 'Refunds API');
  await breakCallers(page, changed);
  const made = {
    api,
    changed,
    key: groups[0]?.deployments[0]?.id ?? 0,
    deployment,
    call: calls.data[0]?.requestId ?? '',
    plugin: objects.find(({ object }) => object === 'plugin acl')?.id ?? '',
    issue: await reportIssue(page),
    approval: await askForApproval(page, api),
    administrator: await askForAdministrator(page),
    review: await openReview(auditor),
    operation: await failDeployment(page, changed),
  };
  await page.context().close();
  await auditor.context().close();
  return made;
};

/** Only pages: whether the dock's view is refused too is not what is asked here. */
const isPage = (address: string) => !address.includes('dock=');
const examples = (list: readonly Screen[]) => list.flatMap(({ path }) => addresses[path]?.(ids) ?? []);

test('every route and dock view has an example', async () => {
  const { dockViews } = await web<{ dockViews: object }>('app/routes/routes.ts');
  expect(Object.keys(addresses).sort()).toEqual(screens.map(({ path }) => path).sort());
  expect(Object.keys(docks).sort()).toEqual(Object.keys(dockViews).sort());
});

type Walker = Readonly<{ page: Page; isAllowed: (screen: Screen) => boolean }>;

/** Declares a walk that finds nothing wrong: neither what `walks` looks for, nor anything that goes wrong by itself. */
const walkTest = (title: string, name: string | undefined, walks: (walker: Walker) => Promise<string[]>): void => {
  test(`${name ?? 'not signed in'}: ${title}`, async ({ browser }) => {
    prepared ??= prepare(browser);
    ids = await prepared;
    const page = await open(browser, name, themesOf(name)[0]);
    const watched = await watch(page);
    await page.goto(`${portalUrl()}/features`);
    await settled(page);
    const user = name ? await signedInUser(page) : undefined;
    const isAllowed = ({ who }: Screen) => who === 'anyone' || (user !== undefined && who(user));
    const wrong = await walks({ page, isAllowed });
    expect([...wrong, ...(await watched.take())]).toEqual([]);
    // The page may ask for the settings once more, and is closed before the response is read.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.context().close();
  });
};

/** All that the portal administrator, or somebody who is not signed in, can open. */
const everyAddress = (name: string | undefined, isAllowed: Walker['isAllowed']): string[] => [
  ...examples(screens.filter(isAllowed)),
  ...(name ? Object.values(docks).flatMap((example) => example(ids)) : ['/settings']),
  missing,
];

/** In how many walks the portal administrator sees every screen, so that the two workers end at about the same time. */
const parts = 4;

for (const name of [admin, undefined]) {
  const themes = themesOf(name);
  // Names, roles and colours are the same in every language: axe reads them in English. Parts are in other places at 360 px.
  const check = ({ language, size }: Layout): Check =>
    language === 'en' ? inThemes(size === phone ? [] : themes) : faults;
  const walks = name ? Array.from({ length: parts }, (_, part) => ` (${part + 1} of ${parts})`) : [''];
  for (const [part, words] of walks.entries())
    walkTest(`every screen${words}`, name, ({ page, isAllowed }) => {
      const own = everyAddress(name, isAllowed).filter((_, index) => index % walks.length === part);
      return walk(page, own, inLayouts(check));
    });
}

walkTest('every dialog', admin, async ({ page }) => {
  // In English last, in which the next dialog is opened.
  const check: Check = async (page) => {
    const wrong: string[] = [];
    for (const layout of [wideHebrew, wide]) {
      await show(page, layout);
      wrong.push(...(layout === wide ? await inThemes(themesOf(admin))(page) : await faults(page)));
    }
    return wrong;
  };
  const t = texts(wide.language);
  return [...(await openDialogs(page, ids, t, check)), ...(await openGreetings(page, t, check))];
});

for (const name of others) {
  const themes = themesOf(name);
  walkTest('own screens', name, async ({ page, isAllowed }) => {
    const check = inThemes(themes);
    const own = examples(screens.filter((screen) => isAllowed(screen) && dependsOnPerson.has(screen.path)));
    const refused = examples(screens.filter((screen) => !isAllowed(screen)))
      .filter(isPage)
      .slice(0, 1);
    const title = texts(wide.language)('shell.forbidden-title');
    const refusal = async () => [
      ...((await page.locator('h1').textContent()) === title ? [] : ['is not refused']),
      ...(await check(page)),
    ];
    return [...(await walk(page, own, check)), ...(await walk(page, refused, refusal))];
  });
}
