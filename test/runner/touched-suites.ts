import { readFileSync } from 'node:fs';
import path from 'node:path';
import { longSuites } from './long-suites.ts';

/** Suites in one quick run: about half a minute on two cores. */
const mostSuites = 15;

/**
 * Returns the changed files: since the branch left main, or since the commit before the last one on main itself, and all
 * that is not committed.
 *
 * @param git runs git and returns what it prints.
 */
export const changedFiles = (git: (...args: string[]) => string): string[] => {
  const isMain = git('rev-parse', 'HEAD') === git('merge-base', 'HEAD', 'main');
  const isClean = git('status', '--porcelain') === '';
  const base = !isMain ? git('merge-base', 'HEAD', 'main') : isClean ? 'HEAD~1' : 'HEAD';
  const lists = [git('diff', '--name-only', base), git('ls-files', '--others', '--exclude-standard')];
  return lists.flatMap((list) => list.split('\n')).filter(Boolean);
};

const isTest = (file: string): boolean => /\.test\.tsx?$/.test(file) && !file.startsWith('e2e/');

/** Returns the files that a source imports, as paths from the root. Packages are left out. */
export const importsOf = (file: string, text: string): string[] =>
  [...text.matchAll(/(?:from|import)\s*\(?\s*'([#.][^']+)'/g)].map(([, address = '']) =>
    address.startsWith('#') ? address.slice(1) : path.posix.join(path.posix.dirname(file), address),
  );

/**
 * Returns the suites nearest to the changed files: changed suites, the suite beside a file, suites that import it, the
 * suites of its folder, and those that import it through one other file.
 *
 * @param sources all sources of the project, as paths from the root.
 * @returns the nearest suites, and how many more use the changed files.
 */
export const suitesFor = (
  changed: readonly string[],
  sources: readonly string[],
  root: string,
): Readonly<{ suites: readonly string[]; leftOut: number }> => {
  const imports = new Map(
    sources.map((file) => [file, new Set(importsOf(file, readFileSync(path.join(root, file), 'utf8')))]),
  );
  const importersOf = (file: string) => sources.filter((other) => imports.get(other)?.has(file));
  const code = changed.filter((file) => /\.tsx?$/.test(file) && imports.has(file));
  const direct = code.flatMap(importersOf);
  const rings = [
    code,
    code.map((file) => file.replace(/\.tsx?$/, '.test.ts')),
    direct,
    sources.filter((file) => code.some((one) => path.dirname(one) === path.dirname(file))),
    direct.flatMap(importersOf),
  ];
  const found = [...new Set(rings.flat())].filter((file) => isTest(file) && imports.has(file));
  const suites = found.filter((file) => !longSuites.test(file)).slice(0, mostSuites);
  return { suites, leftOut: found.length - suites.length };
};
