import { access, open, stat } from 'node:fs/promises';
import path from 'node:path';
import { codeOf } from '#platform/error-code.ts';
import type { KeptCheckpoint } from './checkpoint.ts';
import { readCheckpointFile, writeCheckpointLine } from './checkpoint-lines.ts';
import { nothingOpen, type Sink } from './sink.ts';

const sizeOf = async (file: string): Promise<number> => {
  try {
    return (await stat(file)).size;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return 0;
    throw error;
  }
};

/** Keeps checkpoints in a file of a folder. A file that somebody else has changed is read again. */
export const createFolderSink = (folder: string, log: string): Sink => {
  const file = path.join(folder, `${log.replaceAll('/', '-')}.jsonl`);
  let known: Readonly<{ size: number; newest: KeptCheckpoint | undefined }> = { size: 0, newest: undefined };
  const newest = async (): Promise<KeptCheckpoint | undefined> => {
    // A folder that is not there is an outage, and an empty one is not.
    await access(folder);
    const size = await sizeOf(file);
    if (size === known.size) return known.newest;
    // Another process has added lines, or somebody has written another file.
    const isLonger = known.newest !== undefined && size > known.size;
    let last = isLonger ? known.newest : undefined;
    if (size > 0)
      for await (const kept of readCheckpointFile(file, log, isLonger ? known.size : 0))
        if (kept.seal > (last?.seal ?? 0)) last = { ...kept, entries: undefined };
    known = { size, newest: last };
    return last;
  };
  return {
    name: 'folder',
    close: nothingOpen,
    newest,
    read: () => readCheckpointFile(file, log),
    keep: async (checkpoint) => {
      const handle = await open(file, 'a+');
      try {
        const { size } = await handle.stat();
        const end = Buffer.alloc(1);
        if (size > 0) await handle.read(end, 0, 1, size - 1);
        // A crash may have torn the last line.
        const isTorn = size > 0 && end.toString() !== '\n';
        await handle.appendFile(`${isTorn ? '\n' : ''}${writeCheckpointLine(checkpoint)}\n`);
        await handle.datasync();
        known = { size: (await handle.stat()).size, newest: { ...checkpoint, entries: undefined } };
      } finally {
        await handle.close();
      }
    },
  };
};
