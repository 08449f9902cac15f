import { expect, it } from 'vitest';
import { pseudoTexts } from './pseudo.ts';

it('shows keys in brackets, and keeps placeholders', () => {
  expect(
    pseudoTexts({ title: 'About', nested: { of: '{{from}} of {{total}}', text: 'Type <0>{{word}}</0>.' } }),
  ).toEqual({
    title: '[[title]]',
    nested: { of: '[[of {{from}} {{total}}]]', text: '[[text <0>{{word}}</0>]]' },
  });
});
