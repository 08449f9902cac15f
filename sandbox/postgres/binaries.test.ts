import { execFile, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/processes/sandbox-process.ts';
import { packagedBinaries, runnableBinaries } from './binaries.ts';

const run = promisify(execFile);
const asRoot = process.getuid?.() === 0;
const nobody = asRoot ? { uid: 65_534, gid: 65_534 } : {};

const left: (() => void)[] = [];
afterEach(() => {
  for (const remove of left.splice(0)) remove();
});

/** A package as npm leaves it when it holds install scripts back: without the links. */
const withoutLinks = async () => {
  const { folder, remove } = temporaryFolder();
  left.push(remove);
  const source = path.dirname(await packagedBinaries());
  const filter = (file: string) => !lstatSync(file).isSymbolicLink();
  for (const part of ['package.json', 'native'])
    cpSync(path.join(source, part), path.join(folder, 'package', part), { recursive: true, filter });
  const parent = path.join(folder, 'tmp');
  mkdirSync(parent);
  chmodSync(parent, 0o1777);
  return { folder, native: path.join(folder, 'package', 'native'), parent };
};

const versionOf = (postgres: string) =>
  spawnSync(postgres, ['--version'], { ...nobody, encoding: 'utf8' }).stdout.slice(0, 'postgres (PostgreSQL)'.length);
const works = 'postgres (PostgreSQL)';

describe('Postgres from a package whose install script did not run', () => {
  it('runs, also when several start at once', async () => {
    const { native, parent } = await withoutLinks();
    expect(versionOf(path.join(native, 'bin', 'postgres'))).not.toBe(works);
    const program = `import { runnableBinaries } from ${JSON.stringify(path.join(import.meta.dirname, 'binaries.ts'))};
      console.log((await runnableBinaries(${JSON.stringify(native)}, ${JSON.stringify(nobody)}, ${JSON.stringify(parent)})).postgres);`;
    const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', program];
    const starts = await Promise.all(
      Array.from({ length: 4 }, async () => (await run(process.execPath, args)).stdout.trim()),
    );
    expect(new Set(starts)).toEqual(new Set([path.join(native, 'bin', 'postgres')]));
    expect(versionOf(starts[0] as string)).toBe(works);
    expect(readdirSync(parent)).toEqual([]);
  });

  it('runs from a copy when the package may not be changed or not be reached', async () => {
    const { folder, native, parent } = await withoutLinks();
    // Root may write everywhere, but its Postgres runs as nobody, who may not enter.
    chmodSync(asRoot ? path.join(folder, 'package') : path.join(native, 'lib'), asRoot ? 0o700 : 0o555);
    const first = await runnableBinaries(native, nobody, parent);
    expect(first.postgres.startsWith(parent)).toBe(true);
    expect(versionOf(first.postgres)).toBe(works);
    expect(existsSync(first.initdb)).toBe(true);
    const copy = path.dirname(path.dirname(path.dirname(first.postgres)));
    expect(lstatSync(copy).mode & 0o777).toBe(0o755);
    expect(lstatSync(copy).uid).toBe(process.getuid?.());
    expect(await runnableBinaries(native, nobody, parent)).toEqual(first);
    expect(readdirSync(parent)).toHaveLength(1);

    // A cleaner of temporary files took some.
    rmSync(path.join(copy, 'native', 'lib'), { recursive: true });
    expect(versionOf((await runnableBinaries(native, nobody, parent)).postgres)).toBe(works);
    chmodSync(path.join(native, 'lib'), 0o755);
  });

  it.each([
    [
      'a folder that everybody may write to',
      (place: string) => {
        mkdirSync(path.join(place, 'native', 'bin'), { recursive: true });
        chmodSync(place, 0o777);
        writeFileSync(path.join(place, 'native', 'bin', 'postgres'), `#!/bin/sh\necho '${works}'\n`, { mode: 0o755 });
      },
    ],
    ['a link', (place: string) => symlinkSync('/etc', place)],
  ])('never runs from files of somebody else: %s', async (_, make) => {
    const { folder, native, parent } = await withoutLinks();
    chmodSync(asRoot ? path.join(folder, 'package') : path.join(native, 'lib'), asRoot ? 0o700 : 0o555);
    const usual = (await runnableBinaries(native, nobody, parent)).postgres;
    const place = path.dirname(path.dirname(path.dirname(usual)));
    rmSync(place, { recursive: true });
    make(place);
    const taken = await runnableBinaries(native, nobody, parent);
    expect(taken.postgres).not.toBe(usual);
    expect(lstatSync(taken.postgres).size).toBeGreaterThan(100_000);
    expect(versionOf(taken.postgres)).toBe(works);
    chmodSync(path.join(native, 'lib'), 0o755);
  });
});
