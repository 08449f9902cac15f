import { readFileSync } from 'node:fs';
import path from 'node:path';
import vm from 'node:vm';
import { expect, it } from 'vitest';
import { allLocales } from '../i18n/locales.ts';
import { webFolder } from './source-files.ts';

const script = readFileSync(path.join(webFolder, 'public/boot.js'), 'utf8');

/** The page's root element after boot.js has run in a browser with this storage. */
const rootWith = (stored: Record<string, string>) => {
  const root = { lang: '', dir: '', dataset: {} as Record<string, string> };
  vm.runInNewContext(script, {
    document: { documentElement: root },
    localStorage: { getItem: (key: string) => stored[key] ?? null },
    matchMedia: () => ({ matches: false }),
  });
  return root;
};

it.each(allLocales)('opens the page in $tag, $dir, before the first paint', ({ code, tag, dir }) => {
  const root = rootWith({ 'apim-language': code });
  expect([root.lang.toLowerCase(), root.dir]).toEqual([tag.toLowerCase(), dir]);
});

it('opens the page in English where no language was chosen', () => {
  expect(rootWith({})).toMatchObject({ lang: 'en', dir: 'ltr' });
});

it('opens the page in the theme that was chosen, and in no unknown one', () => {
  expect(rootWith({ 'apim-theme': 'nature' }).dataset.theme).toBe('nature');
  expect(rootWith({ 'apim-theme': 'toString' }).dataset.theme).toBe('blue');
});
