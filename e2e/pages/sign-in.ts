import type { Locator, Page } from '@playwright/test';
import { termsVersion } from '#domain/user/terms.ts';
import { call, shown } from './call.ts';
import { portalUrl } from './stack.ts';

/** Says what the dialogs say that greet a new person: seen, and accepted. Waits until the read side knows. */
export const dismissGreetings = async (page: Page): Promise<void> => {
  const seen = await call<{ position: string }>(page, 'POST', '/api/user/first-login-seen');
  const accepted = await call<{ position: string }>(page, 'POST', '/api/user/accept-terms', {
    json: { version: termsVersion },
  });
  for (const { position } of [seen, accepted]) await shown(page, position);
};

/** A small file of the portal: from its page the portal can be called, and nothing of the app is loaded. */
const nothing = '/favicon.svg';

/**
 * Signs in as a person of the demo and opens `returnTo` (a path of the portal), in the language that they have chosen last. The
 * requests are those of a browser that blocks popups; their pages are not drawn, which e2e/session.spec.ts does.
 *
 * @param returnTo Default: a page without the app, for whoever only calls the portal before another page is opened.
 */
export const enter = async (page: Page, name: string, returnTo = nothing): Promise<void> => {
  const { request } = page.context();
  const login = await request.get(`${portalUrl()}/auth/login?${new URLSearchParams({ returnTo })}`);
  const [button] = (await login.text()).split('<button ').filter((text) => text.includes(`>${name}<`));
  const sub = /value="([^"]+)"/.exec(button ?? '')?.[1];
  if (!sub) throw new Error(`${login.url()} (${login.status()}) does not offer ${name}`);
  const answer = await request.post(login.url(), { form: { sub } });
  if (!answer.ok()) throw new Error(`${name} is not signed in: ${answer.url()} answers ${answer.status()}`);
  await page.goto(`${portalUrl()}${returnTo}`);
};

/** Signs in by the pages of the identity provider, and comes back to `returnTo` as a browser does that blocks popups. */
export const signInByPage = async (page: Page, name: string, returnTo = '/wall'): Promise<void> => {
  await page.goto(`${portalUrl()}/auth/login?${new URLSearchParams({ returnTo })}`);
  await page.getByRole('button', { name }).click();
  await page.waitForURL(`${portalUrl()}${returnTo}`);
  await speakEnglish(page);
};

export const logInLink = (page: Page): Locator => page.getByRole('banner').getByRole('link', { name: 'Log in' });

/** Signs in by the login window that a page of the portal opens. The window has closed itself then. */
export const signInByWindow = async (page: Page, name: string): Promise<void> => {
  const [login] = await Promise.all([page.waitForEvent('popup'), logInLink(page).click()]);
  const closed = login.waitForEvent('close');
  await login.getByRole('button', { name }).click();
  await closed;
};

/** Changes what the person has chosen for every browser; pages have it from the next one on. */
export const changeSettings = async (page: Page, json: object): Promise<void> => {
  const { position } = await call<{ position: string }>(page, 'PUT', '/api/user/settings', { json });
  await shown(page, position);
};

/** Has the portal speak English to the person who is signed in, whatever a spec that failed has left. */
export const speakEnglish = async (page: Page): Promise<void> => {
  const { language } = await call<{ language: string }>(page, 'GET', '/api/user/settings');
  if (language === 'en') return;
  await changeSettings(page, { language: 'en' });
  await page.reload();
};

/** Signs in as `enter` does, and has the portal speak English. Nothing greets anybody there but the one who is new. */
export const signIn = async (page: Page, name: string, returnTo?: string): Promise<void> => {
  await enter(page, name, returnTo);
  await speakEnglish(page);
};
