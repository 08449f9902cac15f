import { expect, test } from 'vitest';
import { outsideTexts } from '#test/examples/outside-texts.ts';
import { cutText } from './cut-text.ts';

test.each(Object.entries(outsideTexts))('%s: is what every store takes', (_what, text) => {
  const cut = cutText(text, 100);
  expect(cut.length).toBe(Math.min(text.length, 100));
  expect(cut.isWellFormed()).toBe(true);
  expect(cut).not.toContain('\0');
});

test('a pair is not cut in two, and a short text stays', () => {
  expect(cutText('abc😀', 4)).toBe('abc');
  expect(cutText('abc😀', 5)).toBe('abc😀');
  expect(cutText('', 5)).toBe('');
});
