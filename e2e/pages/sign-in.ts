import type { Page } from '@playwright/test';
import { termsVersion } from '#domain/user/terms.ts';
import { portalUrl } from '../stack.ts';

/** Says what the dialogs say that greet a new person: seen, and accepted. Waits until the read side knows. */
const dismissGreetings = async (page: Page): Promise<void> => {
  await page.evaluate(async (version) => {
    const post = async (path: string, body?: object): Promise<string> => {
      const response = await fetch(path, {
        method: 'POST',
        headers: { 'x-portico': '1', 'idempotency-key': crypto.randomUUID(), 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      });
      if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
      return ((await response.json()) as { position: string }).position;
    };
    const seen = await post('/api/user/first-login-seen');
    const accepted = await post('/api/user/accept-terms', { version });
    const { email } = (await (await fetch('/auth/session')).json()) as { email: string };
    const newest = seen > accepted ? seen : accepted;
    const user = await fetch(`/api/user?${new URLSearchParams({ email })}`, { headers: { 'x-min-position': newest } });
    if (!user.ok) throw new Error(`/api/user answered ${user.status}`);
  }, termsVersion);
};

/**
 * Signs in as a person of the demo, by the way of a browser that blocks popups: the whole page goes to the identity
 * provider and comes back to `returnTo` (a path of the portal). Nothing greets them there.
 */
export const signIn = async (page: Page, name: string, returnTo = '/wall'): Promise<void> => {
  await page.goto(`${portalUrl()}/auth/login?${new URLSearchParams({ returnTo })}`);
  await page.getByRole('button', { name }).click();
  await page.waitForURL(`${portalUrl()}${returnTo}`);
  await dismissGreetings(page);
  await page.reload();
};

export const signOut = async (page: Page, initials: RegExp): Promise<void> => {
  await page.getByRole('banner').getByRole('button', { name: initials }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await page.waitForURL(/\/(about|logout)/);
};
