import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, configure, render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, beforeAll } from 'vitest';
import { type Notice, showNoticesWith } from '../api/notice.ts';
import { setUpLanguage } from '../i18n/language.ts';
import { type LazyText, loadTexts } from '../i18n/lazy-texts.ts';

/** The notices since the test began. */
export const notices: Notice[] = [];

/**
 * Prepares component tests: English texts, and a new page and new notices for each test. Call it once in a file with
 * `@vitest-environment happy-dom`.
 *
 * @param texts are loaded as with a screen of the noun. Those of errors always are.
 */
export const componentTests = (...texts: readonly LazyText[]): void => {
  beforeAll(async () => {
    // Milliseconds. A test waits for a condition, and texts that are loaded first may take long on a busy machine.
    configure({ asyncUtilTimeout: 20_000 });
    await setUpLanguage();
    await Promise.all((['errors', ...texts] as const).map(loadTexts));
    showNoticesWith((notice) => notices.push(notice));
  });
  afterEach(() => {
    cleanup();
    notices.length = 0;
    sessionStorage.clear();
    localStorage.clear();
    history.replaceState(null, '', '/');
  });
};

/**
 * Renders a part of the app as in the browser, without its routes and its server. Returns a user who clicks and types.
 */
export const show = (part: ReactNode) => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false }, mutations: { retry: false } } });
  // Also wraps parts that are rendered later.
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return { ...render(part, { wrapper }), client, user: userEvent.setup() };
};

/** Renders a part whose texts are loaded first (`useLazyTexts`). */
export const showLazy = (part: ReactNode) => act(async () => show(part));
