import { expect, it } from 'vitest';
import { pageNumbers } from './page-numbers.ts';

const shown = (page: number, pages: number) =>
  pageNumbers(page, pages)
    .map((place) => (typeof place === 'number' ? place + 1 : '…'))
    .join(' ');

it.each([
  [0, 1, '1'],
  [0, 7, '1 2 3 4 5 6 7'],
  [0, 8, '1 2 3 4 5 … 8'],
  [3, 8, '1 2 3 4 5 … 8'],
  [4, 8, '1 … 4 5 6 7 8'],
  [7, 8, '1 … 4 5 6 7 8'],
  [4, 9, '1 … 4 5 6 … 9'],
  [555, 1_112, '1 … 555 556 557 … 1112'],
  [1_111, 1_112, '1 … 1108 1109 1110 1111 1112'],
])('page %i of %i shows %s', (page, pages, places) => {
  expect(shown(page, pages)).toBe(places);
});

it('always fills the same number of places with the current, the first and the last page, each once', () => {
  for (const pages of [8, 9, 10, 50]) {
    for (let page = 0; page < pages; page += 1) {
      const numbers = pageNumbers(page, pages).filter((place) => typeof place === 'number');
      expect(numbers).toEqual([...new Set(numbers)].sort((one, other) => one - other));
      expect(numbers).toEqual(expect.arrayContaining([0, page, pages - 1]));
      expect(pageNumbers(page, pages)).toHaveLength(7);
    }
  }
});
