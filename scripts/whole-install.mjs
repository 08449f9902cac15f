// Says what an install lacks, from the lock file and from what npm writes down about an install. npm leaves out packages of a
// platform without a word when it can't fetch them or was told to omit optional ones. No package of the project needs its
// install script, see docs/decisions/0060-no-install-scripts.md.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';

/** Node's report takes a while, so it is made once. */
let library;
const libc = () => {
  library ??= process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl';
  return library;
};

/** A list of npm: `linux`, or [`darwin`, `linux`], or [`!win32`]. */
const allows = (list, value) => {
  const all = [list ?? []].flat();
  if (all.length === 0) return true;
  return all.includes(value) || (all.every((each) => each.startsWith('!')) && !all.includes(`!${value}`));
};

const isForThisMachine = (entry) =>
  allows(entry.os, process.platform) &&
  allows(entry.cpu, process.arch) &&
  (process.platform !== 'linux' || !entry.libc || allows(entry.libc, libc()));

/** An optional package is needed if it is this platform's part of another. */
const isNeeded = (entry) => !entry.optional || (Boolean(entry.os || entry.cpu) && isForThisMachine(entry));

/** Returns where Node finds a package that is imported by the package at `from`; undefined if the lock file has none. */
export const placeOf = (lock, from, name) => {
  for (let base = from; ; base = base.slice(0, Math.max(0, base.lastIndexOf('node_modules/') - 1))) {
    const place = base ? `${base}/node_modules/${name}` : `node_modules/${name}`;
    if (lock.packages[place]) return place;
    if (base === '') return undefined;
  }
};

/**
 * What a script uses: `portal` what production runs, `sandbox` also what the sandbox's package.json names, `all` also what
 * only tests and benches need.
 */
const beginnings = (lock, scope) => {
  const { dependencies, optionalDependencies, devDependencies } = lock.packages[''];
  const own = ['', { ...dependencies, ...optionalDependencies, ...(scope === 'all' ? devDependencies : {}) }];
  const { sandbox } = lock.packages;
  return scope === 'portal' ? [own] : [own, ['sandbox', { ...sandbox.dependencies, ...sandbox.optionalDependencies }]];
};

/**
 * Returns the places of all packages that are needed on this machine.
 *
 * @param begin pairs: the place of a package, and an object with the names that it imports.
 */
export const placesBehind = (lock, begin) => {
  const found = new Set();
  const follow = ([from, names]) => {
    for (const name of Object.keys(names)) {
      const place = placeOf(lock, from, name);
      if (!place || found.has(place) || !isNeeded(lock.packages[place])) continue;
      found.add(place);
      const { dependencies, optionalDependencies } = lock.packages[place];
      follow([place, { ...dependencies, ...optionalDependencies }]);
    }
  };
  for (const beginning of begin) follow(beginning);
  return [...found];
};

/** Returns what npm wrote about its last install in `root`, which it does at its end, whoever called it. */
const installedIn = (root) => {
  try {
    return JSON.parse(readFileSync(path.join(root, 'node_modules', '.package-lock.json'), 'utf8')).packages;
  } catch {
    return {};
  }
};

/**
 * Returns the packages of the lock file that a scope needs on this machine and that are not there in this version.
 *
 * @param lock  the lock file's content.
 * @param scope `portal`, `sandbox` or `all`.
 */
export const missingPackages = (root, lock, scope) => {
  const installed = installedIn(root);
  return placesBehind(lock, beginnings(lock, scope))
    .filter(
      (place) =>
        installed[place]?.version !== lock.packages[place].version ||
        !existsSync(path.join(root, place, 'package.json')),
    )
    .map((place) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length));
};

/** Returns the path of the project's own Node inside `root`: it is in a package of the sandbox for each platform. */
export const nodeBinary = (root) => {
  const { platform, arch } = process;
  const name =
    platform === 'win32'
      ? `node-win-${arch}`
      : `${platform === 'darwin' && arch === 'arm64' ? 'node-bin' : 'node'}-${platform}-${arch}`;
  return path.join(root, 'node_modules', name, 'bin', platform === 'win32' ? 'node.exe' : 'node');
};
