import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const web = path.dirname(import.meta.dirname);
const sourcesIn = (folder: string): string[] =>
  readdirSync(path.join(web, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'))
    .map((file) => path.posix.join(folder, file));

/** The parts of `web/` that a file imports. */
const importsOf = (file: string): string[] =>
  [...readFileSync(path.join(web, file), 'utf8').matchAll(/from '(\.[^']+)'/g)].map(([, address = '']) =>
    path.posix.join(path.posix.dirname(file), address),
  );

it('every component can be looked at on the page of components', () => {
  const shown = new Set(sourcesIn('dev'));
  // A set that grows while it is walked is walked to its end.
  for (const file of shown) if (file.endsWith('.tsx')) for (const imported of importsOf(file)) shown.add(imported);
  expect(sourcesIn('components').filter((file) => !shown.has(file))).toEqual([]);
});
