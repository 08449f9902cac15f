import { expect, it } from 'vitest';
import { fullNameOf } from './full-name.ts';

it.each([
  ['Nora', 'Lind', 'Nora Lind'],
  ['Nora', '', 'Nora'],
  ['', '', ''],
  ['[erased]', '[erased]', '[erased]'],
])('the name of "%s" "%s" is "%s"', (firstname, lastname, name) => {
  expect(fullNameOf(firstname, lastname)).toBe(name);
});
