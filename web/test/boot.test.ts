import { readFileSync } from 'node:fs';
import path from 'node:path';
import vm from 'node:vm';
import { expect, it } from 'vitest';
import { defaultAppearance, themeAt, themes } from '../features/settings/appearance.ts';
import { allLocales } from '../i18n/locales.ts';
import { webFolder } from './source-files.ts';

const script = readFileSync(path.join(webFolder, 'public/boot.js'), 'utf8');

/** Returns the page's root element after boot.js has run in a browser with this storage. */
const rootWith = (stored: Record<string, string>, hour = 12) => {
  const root = { lang: '', dir: '', dataset: {} as Record<string, string> };
  vm.runInNewContext(script, {
    document: { documentElement: root },
    localStorage: { getItem: (key: string) => stored[key] ?? null },
    Date: class {
      getHours = () => hour;
    },
  });
  return root;
};

it.each(allLocales)('opens the page in $tag, $dir, before the first paint', ({ code, tag, dir }) => {
  const root = rootWith({ 'apim-language': code });
  expect([root.lang.toLowerCase(), root.dir]).toEqual([tag.toLowerCase(), dir]);
});

it('opens the page in English if no language was chosen', () => {
  expect(rootWith({})).toMatchObject({ lang: 'en', dir: 'ltr' });
});

const settings = (values: Record<string, unknown>) => ({ 'apim-settings': JSON.stringify(values) });

it.each(themes)('opens the page in %s if that was chosen', (theme) => {
  expect(rootWith(settings({ theme })).dataset.theme).toBe(theme);
});

it('uses the default for missing, unknown or broken settings', () => {
  const broken = [{}, settings({ theme: 'toString' }), { 'apim-settings': '{' }, { 'apim-settings': 'null' }];
  expect(broken.map((stored) => rootWith(stored).dataset)).toEqual(
    broken.map(() => ({ theme: 'blue', header: 'sticky' })),
  );
});

it('agrees with the app about the night in every hour', () => {
  const values = { ...defaultAppearance, theme: 'nature', autoNightMode: true } as const;
  const hours = Array.from({ length: 24 }, (_, hour) => hour);
  expect(hours.map((hour) => rootWith(settings(values), hour).dataset.theme)).toEqual(
    hours.map((hour) => themeAt(values, hour)),
  );
});

it('lets the header scroll if that was chosen', () => {
  expect(rootWith(settings({ stickyHeader: false })).dataset.header).toBe('scrolls');
});
