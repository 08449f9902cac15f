import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { memory } from './quick-folder.ts';

const newFolder = (parent: string): string => {
  const folder = mkdtempSync(path.join(parent, 'portico-run-'));
  // Postgres runs as another user for root.
  chmodSync(folder, 0o755);
  return folder;
};

/**
 * Holds together all that this process will start: however this process ends, also by kill -9, its processes are ended and
 * their temporary files removed. Another process does that (`sweep-run-main.ts`), because a killed one can't. It knows them by two
 * folders in their environment, for temporary files on disk and in memory. Does nothing when a run is held already.
 *
 * @returns what ends the run in order: it resolves when nothing of the run is left.
 */
export const holdRun = (): (() => Promise<void>) => {
  if (process.env.PORTICO_RUN) return async () => undefined;
  const folder = newFolder(tmpdir());
  const folders = [folder, ...(existsSync(memory) ? [newFolder(memory)] : [])];
  const sweeper = spawn(process.execPath, [path.join(import.meta.dirname, 'sweep-run-main.ts'), ...folders], {
    // In a group of its own, so that no signal to this run reaches it. It waits until this pipe is closed.
    detached: true,
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  const swept = once(sweeper, 'exit');
  sweeper.unref();
  const [, inMemory = folder] = folders;
  Object.assign(process.env, { PORTICO_RUN: folder, PORTICO_MEMORY: inMemory, TMPDIR: folder });
  const sweep = async () => {
    sweeper.ref();
    sweeper.stdin.end();
    await swept;
  };
  let isEnding = false;
  const end = () => {
    if (isEnding) return;
    isEnding = true;
    console.log('\nStopping...');
    void sweep().finally(() => process.exit(1));
  };
  // `disconnect`: scripts/launch.mjs was killed, so it passed on no signal.
  const ends = ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const;
  for (const event of ends) process.on(event, end);
  return async () => {
    await sweep();
    // The last one keeps this process waiting for the launcher, which waits for this process.
    for (const event of ends) process.off(event, end);
  };
};
