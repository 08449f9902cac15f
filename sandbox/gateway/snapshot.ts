import { mkdirSync, readFileSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { State } from './entity/store.ts';

/**
 * Reads the state of an earlier run. Returns an empty state if there is no file. Throws if the file is not readable
 * JSON.
 */
export function readSnapshot(file: string): State {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as State;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
}

/**
 * Writes a snapshot file. `commit()` resolves when a snapshot with all changes before the call is on disk. Calls during
 * a write share the next write. A crash leaves the whole old file or the whole new one.
 */
export function createSnapshotWriter(file: string, state: () => State): { commit(): Promise<void> } {
  mkdirSync(dirname(file), { recursive: true });
  let running = Promise.resolve();
  let next: Promise<void> | undefined;
  async function write(): Promise<void> {
    const temporary = `${file}.new`;
    const handle = await open(temporary, 'w', 0o600);
    try {
      await handle.writeFile(JSON.stringify(state()));
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, file);
    const folder = await open(dirname(file), 'r');
    await folder.sync().finally(() => folder.close());
  }
  return {
    commit() {
      next ??= running
        .catch(() => undefined)
        .then(() => {
          next = undefined;
          running = write();
          return running;
        });
      return next;
    },
  };
}
