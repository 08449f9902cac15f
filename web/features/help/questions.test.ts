import { expect, it } from 'vitest';
import { routes } from '../../app/routes/routes.tsx';
import { matches, questionGroups } from './questions.ts';

const paths = routes.map(({ path }) => path);

it('leads every answer to a page that there is', () => {
  const targets = questionGroups.flatMap(({ questions }) => questions.map(({ href }) => href.split(/[?#]/)[0] ?? ''));
  expect(targets.length).toBeGreaterThan(20);
  expect(targets.filter((target) => !paths.includes(target))).toEqual([]);
});

it('asks each question once', () => {
  const ids = questionGroups.flatMap(({ questions }) => questions.map(({ id }) => id));
  expect(new Set(ids).size).toBe(ids.length);
});

it('finds what has every word, in any order and case', () => {
  expect(matches('', 'anything')).toBe(true);
  expect(matches('Token lifetime', 'The lifetime of a', 'TOKEN')).toBe(true);
  expect(matches('token lifetime', 'A token')).toBe(false);
});
