import i18next from 'i18next';
import { afterAll, expect, it } from 'vitest';
import { leftToRight } from './left-to-right.ts';

afterAll(() => i18next.changeLanguage('en'));

it('isolates a path in Hebrew alone', async () => {
  await i18next.init({ lng: 'he' });
  expect(leftToRight('/orders-dev')).toBe('\u2066/orders-dev\u2069');
  await i18next.changeLanguage('de');
  expect(leftToRight('/orders-dev')).toBe('/orders-dev');
});
