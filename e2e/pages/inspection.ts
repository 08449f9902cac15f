import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';
import { features } from './texts.ts';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
// `gateway.example` is a host.
const key = `\\b(?:${features.join('|')})\\.(?!example\\b)[a-z][a-z0-9-]*[a-z0-9]\\b(?!\\.example)`;

declare global {
  interface Window {
    axe?: typeof axe;
    policyViolations?: string[];
  }
}

/** Put into a document once, which a builder for every look does not do: a walk of every screen takes half the time. */
const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Everything that goes wrong in a page by itself, from now on. Queries that are dropped with their page are not failed. */
export const watch = async (page: Page): Promise<{ take: () => Promise<string[]> }> => {
  const found: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') found.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => found.push(`error: ${error.message}`));
  page.on('requestfailed', (request) => {
    const why = request.failure()?.errorText;
    // In the words of Chromium and of Firefox, which has others for a page that is left while it loads.
    const isDropped =
      why === 'net::ERR_ABORTED' ||
      why === 'NS_BINDING_ABORTED' ||
      (why === 'NS_ERROR_FAILURE' && request.isNavigationRequest());
    if (!isDropped) found.push(`request: ${request.method()} ${request.url()} ${why}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) found.push(`answer: ${response.status()} ${response.url()}`);
  });
  await page.addInitScript(() => {
    window.policyViolations = [];
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      window.policyViolations?.push(`policy: ${violatedDirective} ${blockedURI}`);
    });
  });
  return {
    take: async () => [
      ...found.splice(0),
      ...(await page.evaluate(() => window.policyViolations?.splice(0) ?? ['policy: not watched'])),
    ],
  };
};

/**
 * Waits until the page is complete: a heading, nothing busy, nothing that still moves, for a tenth of a second on end. A page
 * that was complete a moment ago may be about to ask for more, above all on a busy machine.
 */
export const settled = async (page: Page): Promise<void> => {
  await page.waitForFunction(
    () => {
      const isComplete =
        document.querySelector('h1') !== null &&
        document.querySelector('[aria-busy]:not([aria-busy=false])') === null &&
        document
          .getAnimations()
          .every(
            ({ playState, effect }) => playState !== 'running' || effect?.getComputedTiming().endTime === Infinity,
          );
      const seen = window as { completeSince?: number | undefined };
      seen.completeSince = isComplete ? (seen.completeSince ?? performance.now()) : undefined;
      const isSettled = seen.completeSince !== undefined && performance.now() - seen.completeSince >= 100;
      if (isSettled) seen.completeSince = undefined;
      return isSettled;
    },
    undefined,
    // Not by frames: a browser that has nothing to draw may give none.
    { polling: 50, timeout: 30_000 },
  );
};

/** Goes to an address of the app without a reload, as a link of its own would. */
export const goTo = async (page: Page, address: string): Promise<void> => {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);
  await settled(page);
};

/** What a screen reader and a reader would stumble over: headings, raw text keys, a page wider than the window. */
export const faults = async (page: Page): Promise<string[]> =>
  await page.evaluate((pattern) => {
    const headings = document.querySelectorAll('h1').length;
    const said = [...document.querySelectorAll('[aria-label],[title],[placeholder],[alt]')].flatMap((element) =>
      ['aria-label', 'title', 'placeholder', 'alt'].map((name) => element.getAttribute(name) ?? ''),
    );
    // biome-ignore lint/performance/useDomNodeTextContent: as it is seen, with what lies between words
    const raw = [document.title, document.body.innerText, ...said].join('\n').match(new RegExp(pattern, 'g')) ?? [];
    const { scrollWidth, clientWidth } = document.documentElement;
    const sticksOut = (element: Element) => element.getBoundingClientRect().left + element.scrollWidth > clientWidth;
    const widest = () => [...document.body.querySelectorAll('*')].findLast(sticksOut)?.outerHTML.slice(0, 160);
    return [
      ...(headings === 1 ? [] : [`${headings} h1`]),
      ...raw.map((text) => `raw key ${text}`),
      ...(scrollWidth > clientWidth ? [`${scrollWidth} px wide in ${clientWidth}: ${widest()}`] : []),
    ];
  }, key);

const runAxe = async (page: Page, options: axe.RunOptions): Promise<string[]> => {
  if (await page.evaluate(() => window.axe === undefined)) await page.evaluate(axeSource);
  return await page.evaluate(async (what) => {
    if (!window.axe) throw new Error('axe is not there');
    // A sandboxed frame can't be asked: what is in it is not the portal's own.
    const { violations } = await window.axe.run(document, {
      ...what,
      resultTypes: ['violations'],
      iframes: false,
    });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `axe ${id}: ${html.slice(0, 160)} (${failureSummary?.slice(0, 240)})`),
    );
  }, options);
};

const ofColours = ['color-contrast', 'link-in-text-block'];

/** What axe finds against WCAG 2.2 AA and its best practices, but for what depends on colours. */
export const barriers = async (page: Page): Promise<string[]> =>
  await runAxe(page, {
    runOnly: { type: 'tag', values: rules },
    rules: Object.fromEntries(ofColours.map((rule) => [rule, { enabled: false }])),
  });

/** What axe finds that depends on colours, the only thing that differs between themes, and is the same in every language. */
export const contrasts = async (page: Page): Promise<string[]> =>
  await runAxe(page, { runOnly: { type: 'rule', values: ofColours } });

/** Changes the theme as another tab's settings would: the page stays as it is. */
export const wear = async (page: Page, theme: string): Promise<void> => {
  await page.evaluate((name) => {
    const newValue = JSON.stringify({ theme: name, autoNightMode: false });
    localStorage.setItem('apim-settings', newValue);
    dispatchEvent(new StorageEvent('storage', { key: 'apim-settings', newValue }));
  }, theme);
  await page.waitForFunction((name) => document.documentElement.dataset.theme === name, theme, { polling: 20 });
  await settled(page);
};
