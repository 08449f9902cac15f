import { expect, it } from 'vitest';
import { defaultSettings } from '#domain/user/settings.ts';
import {
  animationMode,
  defaultAppearance,
  isNight,
  isPageAnimationUnsupported,
  parseAppearance,
  themeAt,
} from './appearance.ts';

it('has the same defaults as the domain', () => {
  expect({ ...defaultAppearance, language: 'en' }).toEqual(defaultSettings);
});

it('counts the hours from 21 to 7 as night, with 7 included', () => {
  const hours = Array.from({ length: 24 }, (_, hour) => hour);
  expect(hours.filter(isNight)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 21, 22, 23]);
});

it('is dark at night only if that was chosen', () => {
  const nature = { ...defaultAppearance, theme: 'nature' } as const;
  expect([themeAt(nature, 23), themeAt({ ...nature, autoNightMode: true }, 23)]).toEqual(['nature', 'dark']);
  expect([themeAt({ ...nature, autoNightMode: true }, 8), themeAt({ ...nature, autoNightMode: true }, 20)]).toEqual([
    'nature',
    'nature',
  ]);
});

it('gives the four modes of animation', () => {
  const mode = (pageAnimations: boolean, elementsAnimations: boolean, unsupported = false) =>
    animationMode({ ...defaultAppearance, pageAnimations, elementsAnimations }, unsupported);
  expect([mode(true, true), mode(true, false), mode(false, true), mode(false, false)]).toEqual([
    'ALL',
    'PAGE',
    'ELEMENTS',
    'NONE',
  ]);
  expect([mode(true, true, true), mode(true, false, true)]).toEqual(['ELEMENTS', 'NONE']);
});

it.each([
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36', false],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', false],
  [
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0',
    true,
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 15_0) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
    true,
  ],
  ['Mozilla/5.0 (Windows NT 10.0; Trident/7.0; rv:11.0) like Gecko', true],
])('knows the browsers without page animations: %s', (userAgent, expected) => {
  expect(isPageAnimationUnsupported(userAgent)).toBe(expected);
});

it('reads the stored settings, and ignores everything else', () => {
  expect(parseAppearance('{"theme":"dark","stickyHeader":false,"autoNightMode":"yes","other":1}')).toEqual({
    ...defaultAppearance,
    theme: 'dark',
    stickyHeader: false,
  });
  expect([null, '', '{', '[]', '7', 'null'].map(parseAppearance)).toEqual(Array(6).fill(defaultAppearance));
});
