// Takes out of node_modules what only the build of the web app needs: for an image, after that build. Keeps what the
// processes import, with all that belongs to it.
import { globSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { placesBehind } from './whole-install.mjs';

/** The folders of the processes and of the operator's commands. */
const folders = [
  'bff',
  'domain',
  'eventstore',
  'gateway',
  'kafka',
  'locales',
  'migrations',
  'platform',
  'projections',
  'specs',
  'workers',
];

/** `@hono/node-server/serve-static` is in the package `@hono/node-server`. */
const packageIn = (specifier) => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0];

/** Returns the names of the project's packages that the processes import. Another text may look like an import. */
const serverPackages = (root, dependencies) => {
  const found = new Set();
  for (const file of globSync(`{${folders.join(',')}}/**/*.ts`, { cwd: root })) {
    if (file.endsWith('.test.ts')) continue;
    const text = readFileSync(path.join(root, file), 'utf8');
    for (const [, specifier] of text.matchAll(/(?:\bfrom|\bimport\(?)\s*'([^'.#\s][^'\s]*)'/g))
      if (packageIn(specifier) in dependencies) found.add(packageIn(specifier));
  }
  return [...found];
};

/** Returns the places in node_modules that the processes need. */
export const serverPlaces = (root) => {
  const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  const names = serverPackages(root, lock.packages[''].dependencies);
  return placesBehind(lock, [['', Object.fromEntries(names.map((name) => [name, '']))]]);
};

/** Removes every package that is not needed, and not what is needed inside of it. */
const prune = (root, folder, kept) => {
  for (const name of readdirSync(path.join(root, folder))) {
    const place = `${folder}/${name}`;
    const isKept = kept.includes(place);
    const isAbove = kept.some((each) => each.startsWith(`${place}/`));
    if (!isKept && !isAbove) rmSync(path.join(root, place), { recursive: true });
    else if (name.startsWith('@')) prune(root, place, kept);
  }
};

if (import.meta.main) {
  const root = path.join(import.meta.dirname, '..');
  const kept = serverPlaces(root);
  prune(root, 'node_modules', kept);
  process.stdout.write(`kept ${kept.length} packages\n`);
}
