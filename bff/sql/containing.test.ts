import { expect, it } from 'vitest';
import { containing, containingQuickly } from './containing.ts';

it.each([
  ['', undefined, undefined],
  ['Berg', '%berg%', ['%berg%']],
  ['100%_\\', '%100\\%\\_\\\\%', ['%100\\%\\_\\\\%']],
  ['Be', '%be%', ['be%', '% be%']],
  ['%', '%\\%%', ['\\%%', '% \\%%']],
])('"%s" is searched literally, and at the beginnings of words if it is short', (words, one, any) => {
  expect(containing(words)).toBe(one);
  expect(containingQuickly(words)).toEqual(any);
});
