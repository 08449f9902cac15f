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
    /** What went wrong in the page by itself. */
    troubles?: string[];
    /** How texts look, each with a number, and which of them axe has judged in a theme. */
    knownLooks?: { numbers: Map<string, number>; judged: Set<string> };
  }
}

/** Put into a document once, which a builder for every look does not do: a walk of every screen takes half the time. */
const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Everything that goes wrong in a page by itself, from now on. Queries that are dropped with their page are not failed. */
export const watch = async (page: Page): Promise<{ take: () => Promise<string[]> }> => {
  const found: string[] = [];
  /** Addresses whose requests were dropped with their page. Firefox says of a part of the app that it could not be loaded, then. */
  const dropped: string[] = [];
  const isOfDropped = (text: string) =>
    /^(console|error): /.test(text) && dropped.some((url) => text.split('\n', 1)[0]?.endsWith(url));
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
    if (isDropped) dropped.push(request.url());
    else found.push(`request: ${request.method()} ${request.url()} ${why}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) found.push(`answer: ${response.status()} ${response.url()}`);
  });
  await page.addInitScript(() => {
    const { error: print } = console;
    // Of an error in a message Firefox tells no more than that it is one.
    console.error = (...values: unknown[]) =>
      print(
        ...values.map((value) => (value instanceof Error ? `${value.name}: ${value.message}\n${value.stack}` : value)),
      );
    const troubles: string[] = [];
    window.troubles = troubles;
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      troubles.push(`policy: ${violatedDirective} ${blockedURI}`);
    });
    // A part that waits for its code or texts in no place of its own hides the whole screen, with what somebody types there.
    const paths = new WeakMap<Element, string>();
    new MutationObserver(() => {
      const screen = document.querySelector<HTMLElement>('#content > .page-enter');
      if (!screen) return;
      const path = paths.get(screen) ?? location.pathname;
      paths.set(screen, path);
      if (screen.style.display !== 'none' || path !== location.pathname) return;
      troubles.push(`hidden again: ${location.pathname}${location.search}`);
      // Told once.
      paths.set(screen, '');
    }).observe(document, { subtree: true, childList: true, attributeFilter: ['style'] });
  });
  return {
    take: async () => [
      // Filtered here, because either of the two may come first.
      ...found.splice(0).filter((text) => !isOfDropped(text)),
      ...(await page.evaluate(() => window.troubles?.splice(0) ?? ['not watched'])),
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

/** Has the page speak a language, as another tab's choice would: without a reload, and what is open stays open. */
export const speak = async (page: Page, language: string): Promise<void> => {
  await page.evaluate((code) => {
    localStorage.setItem('apim-language', code);
    dispatchEvent(new StorageEvent('storage', { key: 'apim-language', newValue: code }));
  }, language);
  await page.waitForFunction((code) => document.documentElement.lang === code, language, { polling: 20 });
};

/** What a screen reader and a reader would stumble over: headings, raw text keys, a control that nobody can reach, a page wider than the window. */
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
    const clips = (element: Element) => /clip|hidden/.test(getComputedStyle(element).overflowX);
    /** Whether something hides all of a control. What scrolls, and what is for screen readers alone, can be reached. */
    const isHidden = (control: Element) => {
      const { left, right, width } = control.getBoundingClientRect();
      // It is not drawn at all.
      if (width === 0) return false;
      for (let around = control.parentElement; around; around = around.parentElement) {
        const frame = around.getBoundingClientRect();
        if (frame.width <= 1 || getComputedStyle(around).overflowX === 'auto') return false;
        if ((left >= frame.right || right <= frame.left) && clips(around)) return true;
      }
      return false;
    };
    const hidden = [...document.querySelectorAll('a,button,input,select,textarea')].filter(isHidden);
    const widest = () => [...document.body.querySelectorAll('*')].findLast(sticksOut)?.outerHTML.slice(0, 160);
    return [
      ...(headings === 1 ? [] : [`${headings} h1`]),
      ...raw.map((text) => `raw key ${text}`),
      ...hidden.map((control) => `out of sight: ${control.outerHTML.slice(0, 160)}`),
      ...(scrollWidth > clientWidth ? [`${scrollWidth} px wide in ${clientWidth}: ${widest()}`] : []),
    ];
  }, key);

const ofColours = ['color-contrast', 'link-in-text-block'];

/**
 * Returns what axe finds against WCAG 2.2 AA and its best practices. What depends on colours is looked at in each of the themes,
 * first in the one that the page wears, because it is all that differs between them. Without themes it is left out: colours are
 * the same in every language. All in one call: calls, and a page that is drawn once more, took most of the time.
 *
 * The contrast of a text depends on how it looks and on what it stands in. Where both are as those of a text that axe has judged in
 * this document and theme, such as in another row of a table or in the frame around every screen, it is not judged again.
 *
 * The page wears the last theme then. It is changed as another tab's settings would: the page stays as it is.
 */
export const barriers = async (page: Page, themes: readonly string[]): Promise<string[]> => {
  if (await page.evaluate(() => window.axe === undefined)) await page.evaluate(axeSource);
  return await page.evaluate(
    async ({ themes, rules, ofColours }) => {
      const { axe } = window;
      if (!axe) throw new Error('axe is not there');
      const { dataset } = document.documentElement;

      const wear = async (theme: string) => {
        const newValue = JSON.stringify({ theme, autoNightMode: false });
        localStorage.setItem('apim-settings', newValue);
        dispatchEvent(new StorageEvent('storage', { key: 'apim-settings', newValue }));
        if (dataset.theme !== theme) throw new Error(`the page wears ${dataset.theme} and not ${theme}`);
        // Colours that change slowly are led to their end. Then those change that are inherited from them.
        let moving: Animation[];
        do {
          moving = document
            .getAnimations()
            .filter(
              ({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
            );
          for (const each of moving) each.finish();
          await new Promise((resolve) => setTimeout(resolve, 20));
        } while (moving.length > 0);
      };
      const judge = async (context: axe.ElementContext, options: axe.RunOptions) => {
        // A sandboxed frame can't be asked: what is in it is not the portal's own.
        const judged = await axe.run(context, { ...options, selectors: false, iframes: false });
        const found = judged.violations.flatMap(({ id, nodes }) =>
          nodes.map(
            ({ html, failureSummary }) =>
              `${dataset.theme} axe ${id}: ${html.slice(0, 160)} (${failureSummary?.slice(0, 240)})`,
          ),
        );
        return { ...judged, found };
      };

      window.knownLooks ??= { numbers: new Map(), judged: new Set() };
      const known = window.knownLooks;
      /** Whether the element shows a text to somebody who sees: screen readers alone read one in a box of a pixel. */
      const showsText = (element: Element) => {
        const isText =
          element.matches('input:not([type=checkbox],[type=radio]),textarea,select') ||
          [...element.childNodes].some(({ nodeType, nodeValue }) => nodeType === Node.TEXT_NODE && nodeValue?.trim());
        // axe does not judge texts of drawings.
        if (
          !isText ||
          !(element instanceof HTMLElement) ||
          !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
        )
          return false;
        const { width, height, right, bottom } = element.getBoundingClientRect();
        return width > 1 && height > 1 && right > 0 && bottom + scrollY > 0;
      };
      /** Returns the elements that show a text, by a number for how they look and what they stand in. */
      const textsByLook = () => {
        const byLook = new Map<number, Element[]>();
        const visit = (element: Element, around: number) => {
          const style = getComputedStyle(element);
          const look = [
            ...[around, element.tagName, element.getAttribute('class'), style.color, style.fontSize, style.fontWeight],
            ...[style.backgroundColor, style.backgroundImage, style.opacity, style.filter, style.mixBlendMode],
            ...[style.textShadow, style.textDecorationLine, element.matches(':disabled,[aria-disabled=true]')],
          ].join('|');
          const number = known.numbers.get(look) ?? known.numbers.size;
          known.numbers.set(look, number);
          if (showsText(element)) byLook.set(number, [...(byLook.get(number) ?? []), element]);
          for (const child of element.children) visit(child, number);
        };
        visit(document.body, -1);
        return byLook;
      };
      /** Has axe judge some of the texts. Returns what it finds, and those that it passed over: they lie out of sight. */
      const judgeColoursOf = async (texts: readonly (readonly [look: number, element: Element])[]) => {
        if (texts.length === 0) return { found: [], passedOver: [] };
        const options = { runOnly: { type: 'rule', values: ofColours }, elementRef: true } as unknown as axe.RunOptions;
        const all = await judge({ include: texts.map(([, element]) => element) }, options);
        const elementsOf = (results: readonly axe.Result[]) =>
          new Set(
            results
              .filter(({ id }) => id === 'color-contrast')
              .flatMap(({ nodes }) => nodes.map(({ element }) => element as Element)),
          );
        const answered = elementsOf([...all.passes, ...all.violations]);
        const unsure = elementsOf(all.incomplete);
        for (const [look, element] of texts) if (answered.has(element)) known.judged.add(`${dataset.theme} ${look}`);
        const passedOver = texts.filter(([, element]) => !answered.has(element) && !unsure.has(element));
        return { found: all.found, passedOver: passedOver.map(([look]) => look) };
      };
      const judgeColours = async () => {
        const byLook = textsByLook();
        const unknown = [...byLook].filter(([look]) => !known.judged.has(`${dataset.theme} ${look}`));
        const first = await judgeColoursOf(unknown.flatMap(([look, [element]]) => (element ? [[look, element]] : [])));
        const others = first.passedOver.flatMap((look) =>
          (byLook.get(look) ?? []).slice(1).map((element) => [look, element] as const),
        );
        return [...first.found, ...(await judgeColoursOf(others)).found];
      };

      const worn = dataset.theme ?? '';
      const others = themes.filter((theme) => theme !== worn);
      const colours = Object.fromEntries(ofColours.map((rule) => [rule, { enabled: false }]));
      const options = {
        runOnly: { type: 'tag', values: [...rules] },
        rules: colours,
        resultTypes: ['violations'],
      } as const;
      const { found } = await judge(document, options as unknown as axe.RunOptions);
      if (others.length < themes.length) found.push(...(await judgeColours()));
      for (const theme of others) {
        await wear(theme);
        found.push(...(await judgeColours()));
      }
      return found;
    },
    { themes, rules, ofColours },
  );
};
