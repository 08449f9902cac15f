import type { Page } from '@playwright/test';
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

/**
 * Signs in as a person of the demo, by the way of a browser that blocks popups: the whole page goes to the identity
 * provider and comes back to `returnTo` (a path of the portal), in the language that they have chosen last.
 */
export const enter = async (page: Page, name: string, returnTo = '/wall'): Promise<void> => {
  await page.goto(`${portalUrl()}/auth/login?${new URLSearchParams({ returnTo })}`);
  await page.getByRole('button', { name }).click();
  await page.waitForURL(`${portalUrl()}${returnTo}`);
};

/** Changes what the person has chosen for every browser; pages have it from the next one on. */
export const changeSettings = async (page: Page, json: object): Promise<void> => {
  const { position } = await call<{ position: string }>(page, 'PUT', '/api/user/settings', { json });
  await shown(page, position);
};

/**
 * Signs in as `enter` does, and has the portal speak English, whatever a spec that failed has left. Nothing greets anybody
 * there but the one who is new.
 */
export const signIn = async (page: Page, name: string, returnTo = '/wall'): Promise<void> => {
  await enter(page, name, returnTo);
  const { language } = await call<{ language: string }>(page, 'GET', '/api/user/settings');
  if (language === 'en') return;
  await changeSettings(page, { language: 'en' });
  await page.reload();
};
