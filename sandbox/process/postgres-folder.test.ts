import { chownSync, lstatSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { afterEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/processes/sandbox-process.ts';
import { postgresFolder } from './postgres-folder.ts';
import { StartError } from './start-error.ts';

/** Only for root is there a place that another user can take before. */
describe.skipIf(process.getuid?.() !== 0)("the database's folder, when root's data folder is closed to others", () => {
  const left: (() => void)[] = [];
  afterEach(() => {
    for (const remove of left.splice(0)) remove();
  });

  const closedFolder = () => {
    const { folder, remove } = temporaryFolder();
    const closed = path.join(folder, 'home');
    mkdirSync(closed, { mode: 0o700 });
    const place = postgresFolder(path.join(closed, 'postgres'));
    left.push(remove, () => rmSync(place, { recursive: true, force: true }));
    return { wanted: path.join(closed, 'postgres'), place };
  };

  it('is a folder for this data, and stays the same', () => {
    const { wanted, place } = closedFolder();
    expect(place).toMatch(/^\/var\/tmp\/portico-/);
    expect(lstatSync(place)).toMatchObject({ uid: 0 });
    expect(lstatSync(place).mode & 0o777).toBe(0o755);
    expect(postgresFolder(wanted)).toBe(place);
  });

  it.each([
    [
      'a folder of another user',
      (place: string) => {
        mkdirSync(place);
        chownSync(place, 12_345, 12_345);
      },
    ],
    ['a link to a folder of root', (place: string) => symlinkSync('/etc', place)],
  ])('is refused where there was %s before', (_, make) => {
    const { wanted, place } = closedFolder();
    rmSync(place, { recursive: true });
    make(place);
    expect(() => postgresFolder(wanted)).toThrow(StartError);
    expect(() => postgresFolder(wanted)).toThrow(/another user has made it/);
  });
});
