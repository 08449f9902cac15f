import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { webFolder } from '../../test/source-files.ts';
import { cn } from './cn.ts';

/** A color of the same prefix, and a usual value, for each kind of name that the theme adds. */
const others = {
  text: ['text-danger', 'text-sm'],
  radius: ['rounded-t-sm', 'rounded-md'],
  shadow: ['shadow-black', 'shadow-lg'],
} as const;

const theme = readFileSync(path.join(webFolder, 'styles/app.css'), 'utf8');
const added = [...theme.matchAll(/^ {2}--(text|radius|shadow)-([a-z]+):/gm)].map(
  ([, kind = '', name = '']) => [kind as keyof typeof others, name] as const,
);

it.each(added)('replaces %s-%s of the theme by a later value, and leaves colors and sides alone', (kind, name) => {
  const [beside, usual] = others[kind];
  const own = `${kind === 'radius' ? 'rounded' : kind}-${name}`;
  expect(cn(own, usual)).toBe(usual);
  expect(cn(usual, own)).toBe(own);
  expect(cn(own, beside)).toBe(`${own} ${beside}`);
});

it('finds the names that the theme adds', () => expect(added.length).toBeGreaterThanOrEqual(5));
