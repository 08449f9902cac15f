import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const web = path.dirname(import.meta.dirname);
const sourcesIn = (folder: string): string[] =>
  readdirSync(path.join(web, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'))
    .map((file) => path.posix.join(folder, file));

/** Returns the parts of `web/` that a file imports. */
const importsOf = (file: string): string[] =>
  [...readFileSync(path.join(web, file), 'utf8').matchAll(/(?:from |import\()'(\.[^']+)'/g)].map(([, address = '']) =>
    path.posix.join(path.posix.dirname(file), address),
  );

it('the components page shows every component', () => {
  const shown = new Set(sourcesIn('dev'));
  // The loop also visits files that are added to the set while it runs.
  for (const file of shown) if (file.endsWith('.tsx')) for (const imported of importsOf(file)) shown.add(imported);
  expect(sourcesIn('components').filter((file) => !shown.has(file))).toEqual([]);
});
