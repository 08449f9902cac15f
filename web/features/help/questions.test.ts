import { expect, it } from 'vitest';
import { routes } from '../../app/routes/routes.ts';
import { matches, questionGroups } from './questions.ts';

const paths = routes.map(({ path }) => path);

it('links every answer to a page that exists', () => {
  const targets = questionGroups.flatMap(({ questions }) => questions.map(({ href }) => href.split(/[?#]/)[0] ?? ''));
  expect(targets.length).toBeGreaterThan(20);
  expect(targets.filter((target) => !paths.includes(target))).toEqual([]);
});

it('contains each question once', () => {
  const ids = questionGroups.flatMap(({ questions }) => questions.map(({ id }) => id));
  expect(new Set(ids).size).toBe(ids.length);
});

it('finds texts that contain every word, in any order and case', () => {
  expect(matches('', 'anything')).toBe(true);
  expect(matches('Token lifetime', 'The lifetime of a', 'TOKEN')).toBe(true);
  expect(matches('token lifetime', 'A token')).toBe(false);
});
