import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { build, type PreviewServer, preview } from 'vite';
import { languages } from '#domain/user/settings.ts';

/*
 * The components page shows each small part in a table cell, a card, a dock and a form. Here it is measured in every language and
 * both directions: a part with a shape of its own has the size that it has alone, nothing is cut, and nothing leaves its frame. Every kind of field is
 * there too: a message that comes when a field is left moves nothing.
 */

let outDir: string;
let server: PreviewServer;
let page: Page;
test.beforeAll(async ({ browser }) => {
  test.setTimeout(240_000);
  const root = path.join(import.meta.dirname, '../web');
  outDir = mkdtempSync(path.join(tmpdir(), 'portico-components-'));
  const rolldownOptions = { input: path.join(root, 'dev/components.html') };
  await build({
    root,
    configFile: path.join(root, 'vite.config.ts'),
    logLevel: 'error',
    build: { outDir, emptyOutDir: true, minify: false, manifest: false, rolldownOptions },
  });
  server = await preview({
    root,
    configFile: false,
    logLevel: 'error',
    build: { outDir },
    preview: { port: 0, host: '127.0.0.1' },
  });
  page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
  await page.goto(`${server.resolvedUrls?.local[0]}dev/components.html`);
  await page.locator('[data-place=table]').first().waitFor({ state: 'attached' });
});
test.afterAll(async () => {
  await page.context().close();
  await server.close();
  rmSync(outDir, { recursive: true });
});

const speak = async (language: string): Promise<void> => {
  await page.getByRole('button', { name: /^Language/ }).click();
  await page.getByRole('menuitemradio', { name: language, exact: true }).click();
  await page.waitForFunction(
    (code) => document.documentElement.lang.toLowerCase().startsWith(code.slice(0, 2)),
    language,
  );
};

/** Returns what is wrong with the parts in the direction that the page has now. */
const measured = (direction: 'ltr' | 'rtl'): Promise<string[]> =>
  page.evaluate(async (dir) => {
    document.documentElement.dir = dir;
    await document.fonts.ready;
    const wrong: string[] = [];
    const boxOf = (element: Element) => element.getBoundingClientRect();
    const size = (element: Element) => {
      const { width, height } = boxOf(element);
      return `${Math.round(width)} x ${Math.round(height)}`;
    };
    const alone = new Map<string, string>();
    for (const place of document.querySelectorAll<HTMLElement>('[data-place]')) {
      const id = place.dataset.part ?? '';
      const element = place.firstElementChild;
      if (!element) continue;
      if (place.dataset.place === 'alone') alone.set(id, size(element));
      else if (place.dataset.text === 'false' && size(element) !== alone.get(id))
        wrong.push(`${place.dataset.place}: ${id} is ${size(element)}, alone ${alone.get(id)}`);
      for (const inner of [element, ...element.querySelectorAll('*')])
        if (inner instanceof HTMLElement && inner.scrollWidth > inner.clientWidth + 1 && inner.clientWidth > 0)
          if (getComputedStyle(inner).overflowX !== 'visible') wrong.push(`${place.dataset.place}: ${id} is cut`);
    }
    for (const frame of document.querySelectorAll<HTMLElement>('[data-frame]')) {
      const { left, right } = boxOf(frame);
      for (const inner of frame.querySelectorAll('*')) {
        const box = boxOf(inner);
        if (box.width > 0 && (box.left < left - 1 || box.right > right + 1))
          wrong.push(`${frame.dataset.frame}: ${inner.outerHTML.slice(0, 100)} is ${size(inner)} and leaves it`);
      }
    }
    return wrong;
  }, direction);

test('each small part has its size in every place, in every language and both directions', async () => {
  for (const language of languages) {
    await speak(language);
    for (const direction of ['ltr', 'rtl'] as const)
      expect(await measured(direction), `${language} ${direction}`).toEqual([]);
  }
  expect(await page.locator('[data-place]').count()).toBeGreaterThan(50);
});

test('a measure that finds nothing would find a stretched, a cut and an outstanding part', async () => {
  await speak('en');
  const bad = async (style: string) => {
    const sheet = await page.addStyleTag({ content: style });
    const found = await measured('ltr');
    await sheet.evaluate((element) => element.parentNode?.removeChild(element));
    return found.join('\n');
  };
  expect(await bad('[data-place=form] > * { display: flex !important; width: 100% }')).toContain('form: badge is');
  expect(await bad('[data-place=card] > span { max-width: 30px !important; overflow: hidden }')).toContain('is cut');
  expect(await bad('.grid > * { min-width: auto !important }')).toContain('card with a long line');
  expect(await measured('ltr')).toEqual([]);
});

test('messages have their room before they come: nothing moves when a field is left', async () => {
  const form = page.getByRole('region', { name: 'components/form' }).locator('form').first();
  for (const width of [360, 1440])
    for (const language of ['en', 'de', 'he']) {
      await page.setViewportSize({ width, height: 900 });
      await speak(language);
      // Messages that stand already are in the language before.
      await page.reload({ waitUntil: 'networkidle' });
      await form.waitFor();
      const moved = await form.evaluate(async (element) => {
        await document.fonts.ready;
        /** Until what follows from an event is drawn. */
        const drawn = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        const inputs = [...element.querySelectorAll<HTMLInputElement>('input:not([type=file]), textarea')];
        const places = () =>
          [...element.querySelectorAll('label, input, button')].map(
            (one) => one.getBoundingClientRect().top - element.getBoundingClientRect().top,
          );
        const found: string[] = [];
        let messages = 0;
        for (const input of inputs) {
          input.focus();
          if (input.type === 'text') {
            const set = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), 'value')?.set;
            set?.call(input, '');
            input.dispatchEvent(new Event('input', { bubbles: true }));
          }
          await drawn();
          const before = places();
          const shown = element.querySelectorAll('[role=alert]').length;
          input.blur();
          await drawn();
          messages += element.querySelectorAll('[role=alert]').length - shown;
          if (String(places()) !== String(before)) found.push(input.name || input.id);
        }
        return { found, messages };
      });
      expect(moved.found, `${language} at ${width} px`).toEqual([]);
      if (language === 'en' && width === 360) expect(moved.messages).toBeGreaterThan(1);
    }
});

test('the buttons of a dialog that is longer than the window are in view at 360 px', async () => {
  await page.setViewportSize({ width: 360, height: 640 });
  await speak('en');
  for (const [word, action] of [
    ['Long form', 'Save'],
    ['Long question', 'Delete it'],
  ] as const) {
    await page.getByRole('button', { name: word }).click();
    const dialog = page.locator('[role=dialog],[role=alertdialog]');
    await expect(dialog.getByText('Line 59')).toBeAttached();
    for (const name of [action, 'Cancel'])
      await expect(dialog.getByRole('button', { name }), `${word}: ${name}`).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  }
});
