import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The commit of the release before this one: whoever lands a release puts its commit into `test/last-release`. */
export const lastRelease = readFileSync(path.join(import.meta.dirname, 'last-release'), 'utf8').trim();

/** Why the last release can't be tried here; undefined when it can. */
export const noLastRelease: string | undefined =
  spawnSync('git', ['cat-file', '-e', `${lastRelease}^{commit}`], { cwd: import.meta.dirname }).status === 0
    ? undefined
    : `this clone has no history with ${lastRelease}`;
