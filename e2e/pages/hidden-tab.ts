import type { BrowserContext, Page } from '@playwright/test';

/** Lets pages of a context be hidden later on: Playwright shows them all. */
export const withHiding = async (context: BrowserContext): Promise<void> => {
  await context.addInitScript(() => {
    const page = window as { isHidden?: boolean };
    // Chromium lets the timers of a page that is hidden for long run once a minute. Here they do not run at all.
    const start = window.setInterval;
    window.setInterval = ((run: () => void, time?: number) =>
      start(() => page.isHidden || run(), time)) as typeof window.setInterval;
    Object.defineProperty(document, 'visibilityState', { get: () => (page.isHidden ? 'hidden' : 'visible') });
    Object.defineProperty(document, 'hidden', { get: () => page.isHidden === true });
  });
};

/** Hides a page of such a context, until it is loaded again. */
export const hide = (page: Page): Promise<void> =>
  page.evaluate(() => {
    Object.assign(window, { isHidden: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
