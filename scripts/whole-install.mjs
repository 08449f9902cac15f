// Says what an install lacks, from the lock file. npm leaves out packages of a platform without a word when it can't fetch
// them or was told to omit optional ones. No package of the project needs its install script, see
// docs/decisions/0060-no-install-scripts.md.
import { existsSync } from 'node:fs';
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
const isNeeded = (entry, withDev) => {
  if (entry.link || entry.peer || (entry.dev && !withDev) || (entry.devOptional && !withDev)) return false;
  return entry.optional ? Boolean(entry.os || entry.cpu) && isForThisMachine(entry) : true;
};

/**
 * Returns the packages of the lock file that are needed on this machine and are not there.
 *
 * @param lock    the lock file's content.
 * @param withDev whether what only tests and benches need is needed, too.
 */
export const missingPackages = (root, lock, withDev) =>
  Object.entries(lock.packages)
    .filter(([place, entry]) => place && isNeeded(entry, withDev))
    .map(([place]) => place)
    .filter((place) => !existsSync(path.join(root, place, 'package.json')))
    .map((place) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length));

/** Returns the path of the project's own Node inside `root`: it is in a package for each platform. */
export const nodeBinary = (root) => {
  const { platform, arch } = process;
  const name =
    platform === 'win32'
      ? `node-win-${arch}`
      : `${platform === 'darwin' && arch === 'arm64' ? 'node-bin' : 'node'}-${platform}-${arch}`;
  return path.join(root, 'node_modules', name, 'bin', platform === 'win32' ? 'node.exe' : 'node');
};
