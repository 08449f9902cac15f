import type { Page } from '@playwright/test';
import { termsVersion } from '#domain/user/terms.ts';
import { portalUrl } from '../stack.ts';
import { call } from './call.ts';

/** Says what the dialogs say that greet a new person: seen, and accepted. Waits until the read side knows. */
export const dismissGreetings = async (page: Page): Promise<void> => {
  const seen = await call<{ position: string }>(page, 'POST', '/api/user/first-login-seen');
  const accepted = await call<{ position: string }>(page, 'POST', '/api/user/accept-terms', {
    json: { version: termsVersion },
  });
  const newest = [seen.position, accepted.position].sort().at(-1) ?? '';
  const { email } = await call<{ email: string }>(page, 'GET', '/auth/session');
  await call(page, 'GET', `/api/user?${new URLSearchParams({ email })}`, {}, { 'x-min-position': newest });
};

/**
 * Signs in as a person of the demo, by the way of a browser that blocks popups: the whole page goes to the identity
 * provider and comes back to `returnTo` (a path of the portal). Nothing greets them there, but the one who is new.
 */
export const signIn = async (page: Page, name: string, returnTo = '/wall'): Promise<void> => {
  await page.goto(`${portalUrl()}/auth/login?${new URLSearchParams({ returnTo })}`);
  await page.getByRole('button', { name }).click();
  await page.waitForURL(`${portalUrl()}${returnTo}`);
};

export const signOut = async (page: Page, initials: RegExp): Promise<void> => {
  await page.getByRole('banner').getByRole('button', { name: initials }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await page.waitForURL(/\/(about|logout)/);
};
